import type { MemberRoute } from "@/lib/contracts/members/operation";

/**
 * Returns the cache key of an operation's response, for the server that renders a page and for the browser.
 */
export function queryKeyOf<Input>({ path }: MemberRoute, input: Input): readonly [string, Input] {
  return [path, input];
}

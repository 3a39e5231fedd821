import type { MemberRoute } from "@/lib/contracts/members/operation";

/**
 * The key that an operation's answer is cached under, by the server that renders a page and by the browser.
 */
export function queryKeyOf<Input>({ path }: MemberRoute, input: Input): readonly [string, Input] {
  return [path, input];
}

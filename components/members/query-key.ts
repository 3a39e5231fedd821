import type { z } from "zod";
import type { MemberOperation } from "@/lib/contracts/members/operation";

/**
 * The key that an operation's answer is cached under, by the server that renders a page and by the browser.
 */
export function queryKeyOf<Request extends z.ZodType, Response extends z.ZodType>(
  { path }: MemberOperation<Request, Response>,
  input: z.input<Request>,
): readonly [string, z.input<Request>] {
  return [path, input];
}

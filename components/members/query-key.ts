import type { z } from "zod";
import type { MemberOperation } from "@/lib/contracts/members/operation";

/** What an operation's answer is kept under: by the server that renders a page, and by the browser that goes on with it. */
export function queryKeyOf<Request extends z.ZodType, Response extends z.ZodType>(
  { path }: MemberOperation<Request, Response>,
  input: z.input<Request>,
): readonly [string, z.input<Request>] {
  return [path, input];
}

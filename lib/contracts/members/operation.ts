import type { z } from "zod";

/** What the browser may ask of the Members Area: its route and its page go by the same declaration. */
export type MemberOperation<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> = {
  /** GET reads and takes its parameters from the query string; POST changes and takes JSON. */
  method: "GET" | "POST";
  path: `/api/members/${string}` | `/api/admin/${string}`;
  request: Request;
  response: Response;
};

export function memberOperation<Request extends z.ZodType, Response extends z.ZodType>(
  declared: MemberOperation<Request, Response>,
): MemberOperation<Request, Response> {
  return declared;
}

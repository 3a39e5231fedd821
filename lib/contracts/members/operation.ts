import type { z } from "zod";
import type { Allowed } from "@/lib/contracts/base/roles";

/**
 * Where an operation is asked for. GET takes its parameters from the query string; POST changes and takes JSON. One of an
 * account says which roles may call it; those of Administration are for administrators.
 */
export type MemberRoute = { method: "GET" | "POST" } & (
  | { path: `/api/members/${string}`; roles: Allowed }
  | { path: `/api/admin/${string}`; roles?: never }
);

/** What the browser may ask of the Members Area: its route and its page go by the same declaration. */
export type MemberOperation<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = MemberRoute & { request: Request; response: Response };

/**
 * Declares an operation of the Members Area for its route and its pages. A browser loads only the method and path, from
 * `lib/contracts/routes`; pages find the schemas by the type of that route.
 */
export function memberOperation<
  Route extends MemberRoute,
  Request extends z.ZodType,
  Response extends z.ZodType,
>(
  declared: Route & { request: Request; response: Response },
): Route & { request: Request; response: Response } {
  return declared;
}

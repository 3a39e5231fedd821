import type { z } from "zod";
import type { AllowedRoles } from "@/lib/contracts/base/roles";

/**
 * The method and the roles of an operation. GET has its parameters in the query string. POST changes and has JSON. An
 * account's operation names its roles. Operations of Administration are for administrators.
 */
export type MemberRoute = { method: "GET" | "POST" } & (
  | { path: `/api/members/${string}`; roles: AllowedRoles }
  | { path: `/api/admin/${string}`; roles?: never }
);

/** An operation of the Members Area. Its route and its page use the same declaration. */
export type MemberOperation<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = MemberRoute & { request: Request; response: Response };

/**
 * Declares an operation of the Members Area for its route and its pages. A declaration begins with its method, path and
 * roles: a browser loads only these, from `lib/contracts/generated`. Pages find the schemas by the type of that route.
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

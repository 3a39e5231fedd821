import { env } from "@/lib/env";

/**
 * Returns the caching header: 5 minutes. A response with the caller's host is private, because a shared cache
 * would send it to other callers.
 */
export function addressCaching(): string {
  return `${env().appUrl === undefined ? "private" : "public"}, max-age=300`;
}

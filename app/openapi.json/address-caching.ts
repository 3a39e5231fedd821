import { env } from "@/lib/env";

/**
 * How long such an answer may be cached, and by whom: 5 minutes. An answer that repeats its caller's host is
 * private to that caller: a shared cache would give it to everybody.
 */
export function addressCaching(): string {
  return `${env().appUrl === undefined ? "private" : "public"}, max-age=300`;
}

import { env } from "@/lib/env";

/**
 * How long such an answer may be kept, and by whom: 5 minutes. One that repeats the host that its caller named is that
 * caller's alone, since a cache between us would give it to everybody.
 */
export function addressCaching(): string {
  return `${env().appUrl === undefined ? "private" : "public"}, max-age=300`;
}

import { env } from "@/lib/env";

/** Returns whether the session's cookie is for `https` alone: if people reach this installation by it. */
export function secureCookies(): boolean {
  return env().appUrl?.startsWith("https://") ?? false;
}

/** Returns the name of the session's cookie. */
export function sessionCookie(): string {
  return secureCookies() ? "__Secure-gateway.session" : "gateway.session";
}

import { env } from "@/lib/env";

/** Whether the session's cookie is for `https` alone: where people reach this installation by it. */
export function secureCookies(): boolean {
  return env().appUrl?.startsWith("https://") ?? false;
}

/** The name of the session's cookie. */
export function sessionCookie(): string {
  return secureCookies() ? "__Secure-gateway.session" : "gateway.session";
}

import { decode } from "next-auth/jwt";
import { authSecret } from "@/lib/accounts/auth-secret";
import type { SessionClaims } from "@/lib/accounts/member";
import { env } from "@/lib/env";

/** How long a session lasts after its last use, in seconds. */
export const SESSION_S = 7 * 24 * 3_600;

/** Whether the session's cookie is for `https` alone: where people reach this installation by it. */
export function secureCookies(): boolean {
  return env().appUrl?.startsWith("https://") ?? false;
}

/** The name of the session's cookie. */
export function sessionCookie(): string {
  return secureCookies() ? "__Secure-gateway.session" : "gateway.session";
}

/**
 * Reads what a request's session cookie holds; null where there is none, or it is not ours or too old. Whether the
 * session still counts, `lib/accounts/member` says.
 * @param cookies the header `Cookie`.
 */
export async function readSession(cookies: string | null): Promise<SessionClaims | null> {
  const token = readCookie(cookies ?? "", sessionCookie());
  if (!token) return null;
  const claims = await decode({ token, secret: authSecret() }).catch(() => null);
  const { accountId, sessionVersion } = claims ?? {};
  return typeof accountId === "number" && typeof sessionVersion === "number"
    ? { accountId, sessionVersion }
    : null;
}

/** A cookie's value; next-auth splits one that is too long into numbered pieces. */
function readCookie(header: string, name: string): string {
  const cookies = new Map(
    header.split(/;\s*/).map((pair): [string, string] => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
  const whole = cookies.get(name);
  // A sealed token is base64url and dots: what needs decoding is none of ours.
  if (whole !== undefined) return whole;
  let pieces = "";
  for (let index = 0; cookies.has(`${name}.${index}`); index++) pieces += cookies.get(`${name}.${index}`);
  return pieces;
}

import { decode } from "next-auth/jwt";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import { authSecret } from "@/lib/crypto/auth-secret";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";
import { isId } from "@/lib/ids";

/** The content of a request's cookie, and its creation time in Unix seconds. */
export type CookieClaims = SessionClaims & { madeAt: number };

/** The start of each token of ours: the algorithms that encrypt it, without a key of its own. */
const TOKEN_START = `${Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM" })).toString("base64url")}..`;

/** Longer than a token of ours. */
const MAX_TOKEN_LENGTH = 1_024;

/**
 * Returns the content of a request's session cookie; null if there is none, or if it is not ours or too old.
 * `lib/auth/sessions/member` checks whether the session still counts.
 * @param cookies the header `Cookie`.
 */
export async function readSession(cookies: string | null): Promise<CookieClaims | null> {
  const token = readSessionToken(cookies ?? "");
  if (token === null) return null;
  const held = await decode({ token, secret: authSecret() }).catch(() => null);
  const claims = sessionClaims(held);
  return claims && { ...claims, madeAt: typeof held?.iat === "number" ? held.iat : 0 };
}

/**
 * Returns the token of a request's session as it came; null for a request without one, or with one that cannot be
 * ours. A token names the algorithm that decrypts it: one that a stranger chose could take as long as a password.
 * @param cookies the header `Cookie`.
 */
export function readSessionToken(cookies: string): string | null {
  const token = readCookie(cookies, sessionCookie());
  return token.startsWith(TOKEN_START) && token.length <= MAX_TOKEN_LENGTH ? token : null;
}

/**
 * Returns the claims in the content of a session's cookie; null for anything else, such as a cookie from before the
 * list of sessions existed.
 */
export function sessionClaims(token: Record<string, unknown> | null): SessionClaims | null {
  const { sessionId, personId, sessionVersion } = token ?? {};
  const isWhole =
    typeof sessionId === "string" &&
    isId(sessionId) &&
    typeof personId === "number" &&
    typeof sessionVersion === "number";
  return isWhole ? { sessionId, personId, sessionVersion } : null;
}

/** Returns a cookie's value. next-auth splits one that is too long into numbered pieces. */
function readCookie(header: string, name: string): string {
  const cookies = new Map(
    header.split(/;\s*/).map((pair): [string, string] => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
  const whole = cookies.get(name);
  // An encrypted token has base64url characters and dots: a value that needs decoding is not ours.
  if (whole !== undefined) return whole;
  let pieces = "";
  for (let index = 0; cookies.has(`${name}.${index}`); index++) pieces += cookies.get(`${name}.${index}`);
  return pieces;
}

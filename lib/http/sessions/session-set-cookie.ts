import { encode } from "next-auth/jwt";
import { SESSION_S } from "@/lib/auth/sessions/end-session";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import { authSecret } from "@/lib/crypto/auth-secret";
import { secureCookies, sessionCookie } from "@/lib/http/sessions/session-cookie";

/** Returns a header `Set-Cookie` that gives a browser a session, as signing in does. */
export async function sessionSetCookie(claims: SessionClaims): Promise<string> {
  const { sessionId, personId, sessionVersion } = claims;
  const token = await encode({
    token: { sessionId, personId, sessionVersion },
    secret: authSecret(),
    maxAge: SESSION_S,
  });
  const secure = secureCookies() ? "; Secure" : "";
  return `${sessionCookie()}=${token}; Path=/; Max-Age=${SESSION_S}; HttpOnly; SameSite=Lax${secure}`;
}

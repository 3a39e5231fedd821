import { encode } from "next-auth/jwt";
import { authSecret } from "@/lib/accounts/auth-secret";
import { SESSION_S } from "@/lib/accounts/end-session";
import type { SessionClaims } from "@/lib/accounts/member";
import { secureCookies, sessionCookie } from "@/lib/http/session";

/** A header `Set-Cookie` that gives a browser a session, as signing in does. */
export async function sessionSetCookie(claims: SessionClaims): Promise<string> {
  const token = await encode({ token: claims, secret: authSecret(), maxAge: SESSION_S });
  const secure = secureCookies() ? "; Secure" : "";
  return `${sessionCookie()}=${token}; Path=/; Max-Age=${SESSION_S}; HttpOnly; SameSite=Lax${secure}`;
}

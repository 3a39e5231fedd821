import type { AuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { databaseOfEmail } from "@/lib/auth/directory/directory";
import { endSession, SESSION_S } from "@/lib/auth/sessions/end-session";
import { findMember } from "@/lib/auth/sessions/member";
import { signIn } from "@/lib/auth/sign-in";
import { now } from "@/lib/clock";
import { authSecret } from "@/lib/crypto/auth-secret";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { whileMoving } from "@/lib/db/cells/while-moving";
import { db } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress, turnOfPerson } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";
import { clientAddress } from "@/lib/http/body/client-address";
import { browserName } from "@/lib/http/request/browser-name";
import { fromWeb } from "@/lib/http/request/gateway-request";
import { sessionClaims } from "@/lib/http/sessions/session";
import { secureCookies, sessionCookie } from "@/lib/http/sessions/session-cookie";
import { describeError, log } from "@/lib/log";

type SignInFields = Partial<Record<"email" | "password" | "code", string>>;

/** Returns the options of next-auth: sign-in by credentials, and a session in an encrypted cookie. */
export function authOptions(): AuthOptions {
  return {
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: SESSION_S },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: secureCookies(),
    cookies: {
      sessionToken: {
        name: sessionCookie(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: secureCookies() },
      },
    },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: (given, request) => authorize(given ?? {}, request.headers ?? {}),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...user } : renew(token)),
      session: ({ session }) => session,
    },
    events: { signOut: ({ token }) => leave(token) },
    logger: {
      error: (code, about) => log().warn({ code, ...toldOf(code, about) }, "next-auth"),
      warn: () => {},
      debug: () => {},
    },
  };
}

/** The error whose message contains an address from the query string or a cookie. */
const QUOTING = "INVALID_CALLBACK_URL_ERROR";

/** Returns the fields to log for a failure of next-auth, besides its code (rules: logs). */
function toldOf(code: string, about: object): { err?: object } {
  return code === QUOTING ? {} : { err: describeError("error" in about ? about.error : about) };
}

/**
 * Returns the session for a renewed cookie. Rejects a session that has ended: otherwise a copy of its cookie
 * could outlive the record of its end.
 */
async function renew(token: JWT): Promise<JWT> {
  const claims = sessionClaims(token);
  if (claims) {
    const own = databaseOfAccount(db(), claims.personId);
    if (await inCallerTurn(own, turnOfPerson(claims.personId), () => findMember(own, claims, now())))
      return token;
  }
  throw new Error("Your session has ended.");
}

/** Ends the session on sign-out. The browser drops its cookie even if the end cannot be recorded. */
async function leave(token: JWT): Promise<void> {
  const claims = sessionClaims(token);
  if (!claims) return;
  try {
    const at = now();
    await whileMoving(() => endSession(databaseOfAccount(db(), claims.personId), claims.sessionId, at));
  } catch (error) {
    log().error(
      { err: describeError(error) },
      "sign-out failed: the session stays valid for copies of its cookie",
    );
  }
}

/** Returns the session's claims. The message of a refusal goes to the sign-in page. */
async function authorize(given: SignInFields, headers: Record<string, unknown>) {
  const { email = "", password = "", code } = given;
  const address = clientAddress(
    fromWeb(new Request("http://sign.in", { headers: headers as Record<string, string> })),
  );
  try {
    const browser = browserName(headers["user-agent"]);
    const where = { address, browser, authSecret: authSecret() };
    const at = now();
    const claims = await whileMoving(async () =>
      signIn(
        await databaseOfEmail(db(), email, at, turnOfAddress(address)),
        { email, password, code },
        where,
        at,
      ),
    );
    return { id: String(claims.personId), ...claims };
  } catch (error) {
    if (error instanceof GatewayError) {
      log().warn({ code: error.code, address }, "sign-in refused");
      throw new Error(`${error.code}: ${error.message}`);
    }
    log().error({ err: describeError(error) }, "sign-in failed");
    throw new Error("internal_error: Something went wrong on our side. Try again.");
  }
}

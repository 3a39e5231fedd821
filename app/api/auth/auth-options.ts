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

type Given = Partial<Record<"email" | "password" | "code", string>>;

/** How people sign in: by credentials, with a session that the browser keeps in an encrypted cookie. */
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

/** The error whose sentence quotes an address that the query string or a cookie has. */
const QUOTING = "INVALID_CALLBACK_URL_ERROR";

/** What the log says of a failure of next-auth beside its code (rules: logs). */
function toldOf(code: string, about: object): { err?: object } {
  return code === QUOTING ? {} : { err: describeError("error" in about ? about.error : about) };
}

/**
 * What a renewed cookie holds: the same session. One that has ended is not renewed, or a copy of its cookie would
 * outlive what is remembered of its end.
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

/** Ends the session that somebody signs out of. The browser drops its cookie even where that cannot be written. */
async function leave(token: JWT): Promise<void> {
  const claims = sessionClaims(token);
  if (!claims) return;
  try {
    const at = now();
    await whileMoving(() => endSession(databaseOfAccount(db(), claims.personId), claims.sessionId, at));
  } catch (error) {
    log().error(
      { err: describeError(error) },
      "sign-out failed: the session goes on where its cookie is kept",
    );
  }
}

/** The session's claims; a refusal's sentence is what the sign-in page shows. */
async function authorize(given: Given, headers: Record<string, unknown>) {
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

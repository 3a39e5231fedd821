import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { authSecret } from "@/lib/accounts/auth-secret";
import { recordActivity } from "@/lib/accounts/record-activity";
import { signIn } from "@/lib/accounts/sign-in";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { clientAddress } from "@/lib/http/client-address";
import { SESSION_S, secureCookies, sessionCookie } from "@/lib/http/session";
import { describeError, log } from "@/lib/log";

type Given = Partial<Record<"email" | "password" | "code", string>>;

/** How people sign in: by credentials, with a session that the browser keeps in a sealed cookie. */
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
      jwt: ({ token, user }) => (user ? { ...user } : token),
      session: ({ session }) => session,
    },
  };
}

/** The session's claims; a refusal's sentence is what the sign-in page shows. */
async function authorize(given: Given, headers: Record<string, unknown>) {
  const { email = "", password = "", code } = given;
  const address = clientAddress(
    new Request("http://sign.in", { headers: headers as Record<string, string> }),
  );
  try {
    const where = { address, authSecret: authSecret() };
    const claims = await signIn(db(), { email, password, code }, where, now());
    const actor = { accountId: claims.accountId, address };
    await recordActivity(db(), claims.accountId, actor, "signed_in", {}, now());
    return { id: String(claims.accountId), ...claims };
  } catch (error) {
    if (error instanceof GatewayError) {
      log().warn({ code: error.code, address }, "sign-in refused");
      throw new Error(`${error.code}: ${error.message}`);
    }
    log().error({ err: describeError(error) }, "sign-in failed");
    throw new Error("internal_error: Something went wrong on our side. Try again.");
  }
}

import type { Caller } from "@/lib/auth/callers/caller";
import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import { databaseOfEmail } from "@/lib/auth/directory/directory";
import { findTokenOwner } from "@/lib/auth/keys/find-token-owner";
import { verifyLegacy } from "@/lib/auth/keys/verify-legacy";
import { noteVerifiedAddress, refuseUnread } from "@/lib/auth/limits/strangers";
import { verifyPassword } from "@/lib/auth/passwords/verify-password";
import type { Callers } from "@/lib/contracts/base/operation";
import type { Database } from "@/lib/db/client";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";
import { MAX_UNVERIFIED_BODY_BYTES, verifiedAccount } from "@/lib/http/body/body";
import {
  type Parameters,
  readParameters,
  readQuery,
  readStrangersParameters,
} from "@/lib/http/body/parameters";
import type { RequestNote } from "@/lib/http/log/request-note";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { startLacks } from "@/lib/parsing/read-json";

/**
 * A verified call: its caller, the database of the caller's account, and a function that reads the call's parameters.
 */
export type AuthenticatedCall = { caller: Caller; db: Database; readParameters(): Promise<Parameters> };

/**
 * Verifies the caller of a request (rules: credentials, body size): by a Bearer token, or by `userId` and `password`
 * from any source of parameters. HTTP basic counts if the endpoint allows it. The legacy endpoint accepts only
 * `username` and `password`. A Bearer token overrides all other credentials.
 *
 * The body is read before verification only if neither a header nor the query string has credentials. Then at most 64
 * KiB are read: an unknown caller has no limits yet. The rest of a larger JSON body is read after verification. If an
 * address is over its limit, nothing is read, unless verified callers share the address (rules: look-ups).
 * @param call with the home cell's database: credentials name the account's cell (rules: cells).
 * @throws GatewayError 401, or 429 after too many wrong passwords; 400, 413, 415 or 503 for a body that cannot be
 * read.
 */
export async function authenticate(
  call: { db: Database; now: Date; address: string; note: RequestNote },
  request: GatewayRequest,
  callers: Callers,
): Promise<AuthenticatedCall> {
  const { db: home, now, address, note } = call;
  const from = { address, onNamed: note.onNamed };
  const of = ({ caller, db }: VerifiedCaller) => ({
    caller,
    db,
    readParameters: () => readParameters(request, verifiedAccount(caller.accountId), "lenient"),
  });
  const verify = async (given: Credentials, by: typeof verifyPassword | typeof verifyLegacy) => {
    const db = await databaseOfEmail(home, given.email, now, turnOfAddress(address));
    return { caller: await by(db, { ...given, ...from }, now), db };
  };
  const verifier = callers === "legacy" ? verifyLegacy : verifyPassword;
  if (callers !== "legacy") {
    const [scheme = "", value = ""] = (request.header("authorization") ?? "").trim().split(/\s+/, 2);
    if (scheme.toLowerCase() === "bearer") {
      const db = await databaseOfCredential(home, value, turnOfAddress(address));
      return of({ caller: await findTokenOwner(db, value, from, now), db });
    }
    const isBasic = callers === "account-or-basic" && scheme.toLowerCase() === "basic";
    if (isBasic) return of(await verify(readBasic(value), verifyPassword));
  }
  const name = callers === "legacy" ? "username" : "userId";
  const query = readQuery(request);
  note.parameters = query;
  if (query.has(name) && query.has("password")) {
    return of(await verify(readCredentials(query, name), verifier));
  }
  refuseUnread({ kind: "password", address }, now);
  const { parameters, isWhole } = await readStrangersParameters(request, [name, "password"]);
  note.parameters = parameters;
  if (!isWhole && !(parameters.has(name) && parameters.has("password")))
    throw startLacks(
      MAX_UNVERIFIED_BODY_BYTES,
      `'${name}' and 'password'`,
      ", in the query string or in the header Authorization",
    );
  const verified = await verify(readCredentials(parameters, name), verifier);
  noteVerifiedAddress(address, now);
  return isWhole ? { ...verified, readParameters: async () => parameters } : of(verified);
}

type VerifiedCaller = Pick<AuthenticatedCall, "caller" | "db">;

type Credentials = { email: string; password: string };

function readCredentials(parameters: Parameters, name: "userId" | "username"): Credentials {
  const email = parameters.get(name);
  const password = parameters.get("password");
  if (email === undefined || password === undefined) {
    throw new GatewayError(
      "invalid_credentials",
      `Credentials are missing: send ${name === "userId" ? "Authorization: Bearer, or " : ""}the parameters ${name} and password.`,
    );
  }
  if (typeof email !== "string" || typeof password !== "string") {
    throw new GatewayError("invalid_credentials", `The parameters ${name} and password must be texts.`);
  }
  return { email, password };
}

function readBasic(value: string): Credentials {
  const decoded = Buffer.from(value, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  if (colon < 0) throw new GatewayError("invalid_credentials", "The basic credentials cannot be read.");
  return { email: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

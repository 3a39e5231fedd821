import type { Caller } from "@/lib/accounts/caller";
import { findTokenOwner } from "@/lib/accounts/find-token-owner";
import { verifyLegacy } from "@/lib/accounts/verify-legacy";
import { verifyPassword } from "@/lib/accounts/verify-password";
import type { Callers } from "@/lib/contracts/operation";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { type Parameters, readParameters } from "@/lib/http/parameters";

/**
 * Finds out whose call it is (spec 5) and reads its parameters: a Bearer token, or `userId` and `password` from
 * wherever parameters come, or HTTP basic where the endpoint allows it; at the legacy endpoint `username` and
 * `password`, and nothing else. A Bearer token, when there is one, decides
 * alone, before anything of the body is read.
 * @throws GatewayError 401, or 429 after too many wrong passwords; 400, 413 or 415 for parameters that cannot be read.
 */
export async function authenticate(
  call: { db: Database; now: Date; address: string },
  request: Request,
  callers: Callers,
): Promise<{ caller: Caller; parameters: Parameters }> {
  if (callers === "legacy") {
    const parameters = await readParameters(request);
    const credentials = readCredentials(parameters, "username");
    return { caller: await verifyLegacy(call.db, credentials, call.address, call.now), parameters };
  }
  const [scheme = "", value = ""] = (request.headers.get("authorization") ?? "").trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer") {
    const caller = await findTokenOwner(call.db, value, call.now);
    return { caller, parameters: await readParameters(request) };
  }
  const parameters = await readParameters(request);
  const isBasic = callers === "account-or-basic" && scheme.toLowerCase() === "basic";
  const credentials = isBasic ? readBasic(value) : readCredentials(parameters, "userId");
  return { caller: await verifyPassword(call.db, credentials, call.address, call.now), parameters };
}

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

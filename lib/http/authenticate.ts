import type { Caller } from "@/lib/accounts/caller";
import { findTokenOwner } from "@/lib/accounts/find-token-owner";
import { verifyPassword } from "@/lib/accounts/verify-password";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import type { Parameters } from "@/lib/http/parameters";

/**
 * Finds out whose call it is (spec 5): a Bearer token, or `userId` and `password` from wherever parameters come, or
 * HTTP basic where the endpoint allows it. A Bearer token, when there is one, decides alone.
 * @throws GatewayError 401, or 429 after too many wrong passwords.
 */
export async function authenticate(
  call: { db: Database; now: Date; address: string },
  authorization: string | null,
  parameters: Parameters,
  basicAllowed: boolean,
): Promise<Caller> {
  const [scheme = "", value = ""] = (authorization ?? "").trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer") return findTokenOwner(call.db, value, call.now);
  const credentials =
    basicAllowed && scheme.toLowerCase() === "basic" ? readBasic(value) : readUserId(parameters);
  return verifyPassword(call.db, credentials, call.address, call.now);
}

function readUserId(parameters: Parameters): { email: string; password: string } {
  const email = parameters.get("userId");
  const password = parameters.get("password");
  if (typeof email !== "string" || typeof password !== "string") {
    throw new GatewayError(
      "invalid_credentials",
      "Credentials are missing: send Authorization: Bearer, or the parameters userId and password.",
      { "WWW-Authenticate": "Bearer" },
    );
  }
  return { email, password };
}

function readBasic(value: string): { email: string; password: string } {
  const decoded = Buffer.from(value, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  if (colon < 0) throw new GatewayError("invalid_credentials", "The basic credentials cannot be read.");
  return { email: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

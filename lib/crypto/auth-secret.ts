import { env } from "@/lib/env";

/**
 * What this installation's secrets are encrypted under: the setting `AUTH_SECRET`.
 * @throws Error when it is not set.
 */
export function authSecret(): string {
  const secret = env().authSecret;
  if (secret) return secret;
  throw new Error("AUTH_SECRET is not set: secrets cannot be encrypted.");
}

import { env } from "@/lib/env";

/**
 * Returns the secret that encrypts this installation's other secrets: the setting `AUTH_SECRET`.
 * @throws Error if it is not set.
 */
export function authSecret(): string {
  const secret = env().authSecret;
  if (secret) return secret;
  throw new Error("AUTH_SECRET is not set: secrets cannot be encrypted.");
}

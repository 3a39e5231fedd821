import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Returns the stored form of a secret that the gateway created: its SHA-256 (rules: encrypted secrets). Such secrets
 * have 256 random bits, so a fast hash is safe. Passwords, which people choose, get argon2id instead.
 */
export function hashSecret(secret: string): Buffer<ArrayBuffer> {
  return createHash("sha256").update(secret, "utf8").digest();
}

/** Returns whether a secret has the stored hash, in constant time. */
export function matchesSecret(secret: string, storedHash: Uint8Array): boolean {
  return timingSafeEqual(hashSecret(secret), storedHash);
}

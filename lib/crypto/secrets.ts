import { createHash, timingSafeEqual } from "node:crypto";

/**
 * What is stored of a secret that the gateway itself made: its SHA-256 (rules: encrypted secrets). Such secrets have 256
 * random bits, so that nothing slower is needed; passwords, which people choose, get argon2id instead.
 */
export function hashSecret(secret: string): Buffer<ArrayBuffer> {
  return createHash("sha256").update(secret, "utf8").digest();
}

/** Whether a secret is the one whose hash is stored, in constant time. */
export function matchesSecret(secret: string, storedHash: Uint8Array): boolean {
  return timingSafeEqual(hashSecret(secret), storedHash);
}

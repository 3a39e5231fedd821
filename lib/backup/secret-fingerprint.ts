import { createHmac } from "node:crypto";

/**
 * Returns a fingerprint of an `AUTH_SECRET`: 32 hexadecimal digits that reveal nothing of the secret itself
 * (rules: backup).
 */
export function secretFingerprint(authSecret: string): string {
  return createHmac("sha256", authSecret).update("backup fingerprint").digest("hex").slice(0, 32);
}

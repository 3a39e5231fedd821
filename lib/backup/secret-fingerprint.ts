import { createHmac } from "node:crypto";

/**
 * Tells one `AUTH_SECRET` from another: 32 hexadecimal digits that say nothing of the secret itself (rules: backup).
 */
export function secretFingerprint(authSecret: string): string {
  return createHmac("sha256", authSecret).update("backup fingerprint").digest("hex").slice(0, 32);
}

import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

/**
 * Returns the generator of an app's codes.
 * @param secret in base 32.
 */
export function totpOf(secret: string, email: string): TOTP {
  return new TOTP({ issuer: "Messaging Gateway", label: email, secret: Secret.fromBase32(secret) });
}

/**
 * Returns the time step of a code, the current one or an adjacent one (rules: two-factor authentication); null for a
 * wrong code, or without a secret.
 */
export function stepOf(secret: string | null, code: string, now: Date): bigint | null {
  if (secret === null) return null;
  const delta = totpOf(secret, "").validate({
    token: code.replace(/\s/g, ""),
    timestamp: now.getTime(),
    window: 1,
  });
  return delta === null ? null : BigInt(Math.floor(now.getTime() / STEP_MS) + delta);
}

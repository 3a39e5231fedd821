import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

/** What an app makes codes by. @param secret in base 32. */
export function totpOf(secret: string, email: string): TOTP {
  return new TOTP({ issuer: "Messaging Gateway", label: email, secret: Secret.fromBase32(secret) });
}

/**
 * The time step that a code belongs to, the present one or one beside it (rules: two-factor authentication); null for a wrong code,
 * or no secret.
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

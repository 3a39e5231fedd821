import { createHmac, timingSafeEqual } from "node:crypto";

/** The largest difference between a request's timestamp and the receiver's clock, in either direction. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * Returns whether the service sent a webhook request just now (rules: signing). It is the receiver's side, in a file
 * without dependencies that a receiver can copy. Never throws: a malformed request is not genuine.
 * @param rawBody the body's bytes as they arrived, before any parsing.
 * @param headers `X-Service-Timestamp` and `X-Service-Signature`.
 * @param secret the whole secret, with its prefix `whsec_`.
 * @param nowMs the receiver's clock, in Unix milliseconds.
 */
export function verifyWebhook(
  rawBody: Buffer | string,
  headers: { timestamp: string | null; signature: string | null },
  secret: string,
  nowMs: number,
): boolean {
  const { timestamp, signature } = headers;
  // An empty secret proves nothing.
  if (!secret || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return false;
  const ageMs = Math.abs(nowMs - Number(timestamp) * 1000);
  if (!(ageMs <= MAX_AGE_MS)) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest();
  // For a day after a roll there are up to three signatures. One valid signature is enough.
  return signature.split(",").some((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part.trim())?.[1];
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, "hex"), expected);
  });
}

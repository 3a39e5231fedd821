import { createHmac, timingSafeEqual } from "node:crypto";

/** How far a request's timestamp may lie from the receiver's clock, either way. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * The receiver's side (rules: signing): whether a webhook request was sent by the service, and just now. It stands by
 * itself, so that a receiver can take it as it is. Never throws: what is malformed is not genuine.
 * @param rawBody the body's bytes as they arrived, before any parsing.
 * @param headers `X-Service-Timestamp` and `X-Service-Signature`.
 * @param secret whole, with its prefix `whsec_`.
 * @param nowMs the receiver's clock, in Unix milliseconds.
 */
export function verifyWebhook(
  rawBody: Buffer | string,
  headers: { timestamp: string | null; signature: string | null },
  secret: string,
  nowMs: number,
): boolean {
  const { timestamp, signature } = headers;
  // Anybody can sign with an empty secret.
  if (!secret || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return false;
  const ageMs = Math.abs(nowMs - Number(timestamp) * 1000);
  if (!(ageMs <= MAX_AGE_MS)) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest();
  // For a day after a secret is rolled there are more signatures, up to three; any will do.
  return signature.split(",").some((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part.trim())?.[1];
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, "hex"), expected);
  });
}

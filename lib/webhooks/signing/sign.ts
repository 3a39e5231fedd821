import { createHmac } from "node:crypto";

/**
 * The headers that prove a webhook request to be ours (rules: signing): `X-Service-Timestamp` in Unix seconds, and
 * `X-Service-Signature` with one `v1=<hex>` per secret over `<timestamp>.<body>`.
 * @param body exactly as it is sent.
 * @param secrets whole, with their prefix; newest first. After rolls there are up to three; without any, no headers.
 * @param atMs when this attempt is made, in Unix milliseconds: each retry has its own.
 */
export function signatureHeaders(
  body: string,
  secrets: readonly string[],
  atMs: number,
): Record<string, string> {
  if (secrets.length === 0) return {};
  const timestamp = String(Math.floor(atMs / 1000));
  const signatures = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`, "utf8").digest("hex")}`,
  );
  return { "X-Service-Timestamp": timestamp, "X-Service-Signature": signatures.join(",") };
}

import { createHmac } from "node:crypto";

/**
 * Returns the headers that prove the origin of a webhook request (rules: signing): `X-Service-Timestamp` in Unix
 * seconds, and `X-Service-Signature` with one `v1=<hex>` for each secret over `<timestamp>.<body>`.
 * @param body exactly the sent bytes.
 * @param secrets whole secrets with their prefix, newest first. After rolls there are up to three. Without secrets
 * there are no headers.
 * @param atMs the time of this attempt, in Unix milliseconds: each retry has its own.
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

import { createHmac, timingSafeEqual } from "node:crypto";
import { argv, env, exit, stdin } from "node:process";
import { fileURLToPath } from "node:url";

/**
 * Returns whether a webhook request is genuine and recent.
 * @param {Buffer} rawBody the body's bytes as they arrived, before any parsing
 * @param {string | undefined} timestamp the header X-Service-Timestamp
 * @param {string | undefined} signature the header X-Service-Signature
 * @param {string | undefined} secret whole, with its prefix whsec_
 */
export function verify(rawBody, timestamp, signature, secret, nowSeconds = Date.now() / 1000) {
  if (!secret || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > 300) return false;
  const hex = createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest("hex");
  const expected = Buffer.from(`v1=${hex}`);
  // For a day after the secret is rolled there are two signatures; either will do.
  return (signature ?? "").split(",").some((part) => {
    const given = Buffer.from(part.trim());
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// Try it: WEBHOOK_SECRET=whsec_… node verify.mjs <timestamp> <signature> < body.json
if (argv[1] === fileURLToPath(import.meta.url)) {
  const chunks = [];
  for await (const chunk of stdin) chunks.push(chunk);
  const { WEBHOOK_SECRET: secret } = env;
  const genuine = verify(Buffer.concat(chunks), argv[2], argv[3], secret);
  console.log(genuine ? "genuine" : "not genuine");
  exit(genuine ? 0 : 1);
}

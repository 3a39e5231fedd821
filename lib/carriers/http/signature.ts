import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from "node:crypto";
import type { DeclaredApi } from "@/lib/carriers/http/declared-api";
import { textAt } from "@/lib/carriers/http/json-pointer";
import type { HttpSettings } from "@/lib/carriers/http/settings";
import type { WebhookValues } from "@/lib/carriers/http/webhook-values";
import type { CarrierWebhook } from "@/lib/carriers/webhook";
import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";

/** The greatest difference between a signature's time and the gateway's. An older webhook may be a replay. */
const MAX_SKEW_MS = 5 * 60_000;

/** The longest header that may contain a signature. */
const MAX_HEADER_LENGTH = 4_096;

/** The prefix of a DER public key of Ed25519 (RFC 8410). The key's 32 octets follow it. */
const ED25519_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const ED25519_OCTETS = 32;

/**
 * A webhook with the values for checking its signature. `callbackUrl` is the address at which the provider
 * reaches the gateway.
 */
export type SignedWebhook = {
  webhook: CarrierWebhook;
  values: WebhookValues;
  settings: Pick<HttpSettings, "webhookToken" | "password" | "signingKey">;
  callbackUrl: string | null;
};

/**
 * Returns whether a webhook's signature is valid, compared in constant time (rules: http webhooks). Never
 * throws.
 */
export function isSigned(signature: DeclaredApi["signature"], signed: SignedWebhook): boolean {
  try {
    return PROOFS[signature](signed);
  } catch {
    // The key or the signature is malformed.
    return false;
  }
}

const PROOFS: Record<DeclaredApi["signature"], (signed: SignedWebhook) => boolean> = {
  token: ({ values, settings: { webhookToken } }) =>
    webhookToken !== undefined && matchesSecret(values.at("token") ?? "", hashSecret(webhookToken)),

  /** HMAC-SHA1 over the address that the provider uses and the form's fields, sorted by name. */
  twilio: ({ webhook, values, settings: { password, signingKey = password }, callbackUrl }) => {
    if (callbackUrl === null || signingKey === "") return false;
    const fields = [...values.form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const signedText = `${callbackUrl}${webhook.target}${fields.map(([name, value]) => name + value).join("")}`;
    const expected = createHmac("sha1", signingKey).update(signedText, "utf8").digest();
    return isEqual(Buffer.from(headerOf(webhook, "x-twilio-signature"), "base64"), expected);
  },

  /** A JWT with HS256 in the header Authorization. It contains the SHA-256 of the body. */
  vonage: ({ webhook, settings: { signingKey } }) => {
    const [, token = ""] = /^Bearer (.+)$/i.exec(headerOf(webhook, "authorization")) ?? [];
    const [head = "", claims = "", signature = "", ...more] = token.split(".");
    if (!signingKey || more.length > 0) return false;
    const expected = createHmac("sha256", signingKey).update(`${head}.${claims}`).digest();
    if (!isEqual(Buffer.from(signature, "base64url"), expected)) return false;
    const read = (piece: string): unknown => JSON.parse(Buffer.from(piece, "base64url").toString("utf8"));
    if (textAt(read(head), "/alg") !== "HS256") return false;
    const given = read(claims);
    const bodyHash = createHash("sha256").update(webhook.body).digest();
    return (
      isEqual(Buffer.from(textAt(given, "/payload_hash") ?? "", "hex"), bodyHash) &&
      isRecent(textAt(given, "/iat"), webhook.receivedAt)
    );
  },

  /** Ed25519 over the time and the body. */
  telnyx: ({ webhook, settings: { signingKey = "" } }) => {
    const octets = Buffer.from(signingKey, "base64");
    if (octets.length !== ED25519_OCTETS) return false;
    const key = createPublicKey({
      key: Buffer.concat([ED25519_PREFIX, octets]),
      format: "der",
      type: "spki",
    });
    const time = headerOf(webhook, "telnyx-timestamp");
    const signature = Buffer.from(headerOf(webhook, "telnyx-signature-ed25519"), "base64");
    const signedText = Buffer.concat([Buffer.from(`${time}|`), webhook.body]);
    return verify(null, signedText, key, signature) && isRecent(time, webhook.receivedAt);
  },
};

function headerOf({ header }: CarrierWebhook, name: string): string {
  const value = header(name) ?? "";
  return value.length > MAX_HEADER_LENGTH ? "" : value;
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns whether a time in seconds since 1970 is close to the webhook's arrival. */
function isRecent(seconds: string | null, at: Date): boolean {
  return (
    seconds !== null &&
    /^\d{1,12}$/.test(seconds) &&
    Math.abs(Number(seconds) * 1_000 - at.getTime()) <= MAX_SKEW_MS
  );
}

import type { WebhookEvent } from "@/lib/openapi/clients/typescript/parts/made";

/** A webhook request that didn’t prove to be genuine and recent. Respond with 400 and ignore its body. */
export class WebhookError extends Error {
  override readonly name: string = "WebhookError";
  /** `unsigned`: a header is missing. `expired`: the timestamp is too far off. `forged`: no signature matches. */
  readonly reason: "unsigned" | "expired" | "forged";

  constructor(message: string, reason: WebhookError["reason"]) {
    super(message);
    this.reason = reason;
  }
}

/** The headers of a request, as `fetch`, Node and most frameworks have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies that a webhook request is genuine and recent, and returns its event. Signatures are compared in constant
 * time. An event can arrive more than once: `X-Service-Delivery` is the same each time.
 * @param headers of the request.
 * @param rawBody the body as it arrived, before any parsing.
 * @param secrets your signing secret, or several while you change from one to another, with their prefix `whsec_`.
 * @param options `tolerance`: how many seconds the timestamp may be off, 300 by default. `now`: the time in Unix
 *   seconds, for tests.
 * @throws WebhookError if it is not genuine and recent.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array | ArrayBuffer,
  secrets: string | readonly string[],
  options: { tolerance?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const { tolerance = 300, now = Date.now() / 1_000 } = options;
  const keys = [secrets].flat().filter((secret) => secret !== "");
  if (keys.length === 0) throw new TypeError("verifyWebhook needs a signing secret.");
  const timestamp = headerOf(headers, "x-service-timestamp");
  const signature = headerOf(headers, "x-service-signature");
  if (!/^\d{1,12}$/.test(timestamp) || signature === "") {
    throw new WebhookError("The webhook request is not signed.", "unsigned");
  }
  if (!(Math.abs(now - Number(timestamp)) <= tolerance)) {
    throw new WebhookError("The webhook request is too old, or a clock is wrong.", "expired");
  }
  const encoder = new TextEncoder();
  const body = typeof rawBody === "string" ? encoder.encode(rawBody) : new Uint8Array(rawBody);
  const signed = joined(encoder.encode(`${timestamp}.`), body);
  const given = signature.split(",").flatMap(signatureOf);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  for (const secret of keys) {
    const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"]);
    for (const one of given) {
      const isGenuine = await crypto.subtle.verify("HMAC", key, one, signed);
      if (isGenuine) return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    }
  }
  throw new WebhookError("No signature of the webhook request matches.", "forged");
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === "function") return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name);
  return [found?.[1] ?? ""].flat().join(",");
}

/** Returns the bytes of a signature such as `v1=0a1b…`; none if it isn’t one. */
function signatureOf(part: string) {
  const hex = /^\s*v1=([0-9a-f]{64})\s*$/.exec(part)?.[1];
  if (hex === undefined) return [];
  return [Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))];
}

function joined(first: Uint8Array, second: Uint8Array) {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");

/** The public key of a test's Telnyx, in the form of its portal. */
export const TELNYX_KEY = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

/** Returns Twilio's headers for a form to an address. */
export function twilioHeaders(authToken: string, address: string, form: Record<string, string>) {
  const fields = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`);
  const signature = createHmac("sha1", authToken)
    .update(address + fields.join(""), "utf8")
    .digest("base64");
  return { "x-twilio-signature": signature };
}

/** Returns Vonage's headers for a body. `claims` replace its own. */
export function vonageHeaders(secret: string, body: string, at: Date, claims: object = {}) {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payload = {
    iss: "Vonage",
    iat: Math.floor(at.getTime() / 1_000),
    payload_hash: sha256(body),
    ...claims,
  };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(payload)}`;
  const signature = createHmac("sha256", secret).update(signed).digest("base64url");
  return { authorization: `Bearer ${signed}.${signature}` };
}

/** Returns Telnyx's headers for a body. */
export function telnyxHeaders(body: string, at: Date) {
  const time = String(Math.floor(at.getTime() / 1_000));
  const signature = sign(null, Buffer.from(`${time}|${body}`), privateKey).toString("base64");
  return { "telnyx-timestamp": time, "telnyx-signature-ed25519": signature };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

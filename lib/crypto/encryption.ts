import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type DecipherGCM,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { yieldToOthers } from "@/lib/parsing/yield-to-others";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The last derived key. A process has one secret, and deriving a key costs three times as much as decrypting. */
let derived: { authSecret: string; key: KeyObject } | undefined;

function processKey(authSecret: string): KeyObject {
  if (derived?.authSecret !== authSecret)
    derived = { authSecret, key: createSecretKey(deriveKey(authSecret)) };
  return derived.key;
}

function deriveKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "messaging-gateway sealed secrets", 32));
}

/**
 * Encrypts a secret that has to be read again (rules: encrypted secrets), such as the signing secret of webhooks. The
 * database alone does not reveal it. Secrets that are only compared are hashed instead.
 */
export function encrypt(secret: string, authSecret: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, processKey(authSecret), nonce);
  const encrypted = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** The characters that are encrypted, and perhaps created, at once: a few milliseconds. */
const SLICE_LENGTH = 256 * 1024;

/**
 * Encrypts a long text that is created piece by piece. It encrypts in slices, between which other requests run, and
 * never holds the whole text. A short text is encrypted in one turn.
 * @param secret a secret of this text alone: its derived key is not cached.
 */
export async function encryptPieces(pieces: Iterable<string>, secret: string): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(secret), nonce);
  const encrypted: Buffer[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length >= SLICE_LENGTH) {
      await yieldToOthers();
      length = 0;
    }
    encrypted.push(cipher.update(piece, "utf8"));
    length += piece.length;
  }
  encrypted.push(cipher.final());
  return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
}

/**
 * Decrypts a result of `encrypt`.
 * @throws Error if it was encrypted under another `AUTH_SECRET`, or changed.
 */
export function decrypt(encrypted: Uint8Array, authSecret: string): string {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv(ALGORITHM, processKey(authSecret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return text.toString("utf8");
}

/**
 * Decrypts a result of `encryptPieces` in slices as they arrive. Each slice is decrypted in its own turn of the event
 * loop, if the next one is not there yet.
 * @param slices the first of them has at least 28 bytes.
 * @throws Error as `decrypt` does.
 */
export async function decryptSlices(slices: AsyncIterable<Uint8Array>, secret: string): Promise<string> {
  const decoder = new StringDecoder("utf8");
  let decipher: DecipherGCM | undefined;
  let text = "";
  for await (const slice of slices) {
    if (decipher) text += decoder.write(decipher.update(slice));
    else {
      decipher = createDecipheriv(ALGORITHM, deriveKey(secret), slice.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(slice.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      text += decoder.write(decipher.update(slice.subarray(NONCE_BYTES + TAG_BYTES)));
    }
  }
  decipher?.final();
  return text + decoder.end();
}

/**
 * Decrypts as `decrypt` does. Never throws.
 * @returns null for null, and for a text that was encrypted under another `AUTH_SECRET`.
 */
export function tryDecrypt(encrypted: Uint8Array | null, authSecret: string): string | null {
  try {
    return encrypted && decrypt(encrypted, authSecret);
  } catch {
    return null;
  }
}

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

/** The last one that was derived: a process has one secret, and deriving costs three times what opening a secret does. */
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
 * Encrypts a secret that has to be read again (rules: encrypted secrets), as the one webhooks are signed with: whoever has
 * the database alone has nothing. Secrets that need only be recognised are hashed instead.
 */
export function encrypt(secret: string, authSecret: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, processKey(authSecret), nonce);
  const encrypted = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Characters that are encrypted, and perhaps made, at once: a few milliseconds. */
const SLICE_LENGTH = 256 * 1024;

/**
 * Encrypts a long text that is made piece by piece, as `encrypt` does: in slices between which others get their turn, and
 * without ever having all of it as a text. A short one is encrypted in one turn.
 * @param secret of this text alone: what is derived from it is not kept for the next.
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
 * Opens what `encrypt` made.
 * @throws Error when it was encrypted under another `AUTH_SECRET`, or changed.
 */
export function decrypt(encrypted: Uint8Array, authSecret: string): string {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv(ALGORITHM, processKey(authSecret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return text.toString("utf8");
}

/**
 * Opens what `encryptPieces` made, slice by slice as it comes: each is opened in a turn of the event loop of its own where
 * the next one has to be waited for.
 * @param slices of which the first has 28 bytes at least.
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

/** What `decrypt` opens, or null: nothing was encrypted, or under another `AUTH_SECRET`. Never throws. */
export function tryDecrypt(encrypted: Uint8Array | null, authSecret: string): string | null {
  try {
    return encrypted && decrypt(encrypted, authSecret);
  } catch {
    return null;
  }
}

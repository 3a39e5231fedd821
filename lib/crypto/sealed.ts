import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { yieldToOthers } from "@/lib/parsing/yield-to-others";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function keyFrom(authSecret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret, "", "messaging-gateway sealed secrets", 32));
}

/**
 * Seals a secret that has to be read again (rules: sealed secrets), as the one webhooks are signed with: whoever has
 * the database alone has nothing. Secrets that need only be recognised are hashed instead.
 */
export function seal(secret: string, authSecret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFrom(authSecret), nonce);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Characters that are sealed, and perhaps made, at once: a few milliseconds. */
const SLICE_LENGTH = 256 * 1024;

/**
 * Seals a long text that is made piece by piece, as `seal` does: in slices between which others get their turn, and
 * without ever having all of it as a text. A short one is sealed in one turn.
 */
export async function sealPieces(pieces: Iterable<string>, authSecret: string): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFrom(authSecret), nonce);
  const sealed: Buffer[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length >= SLICE_LENGTH) {
      await yieldToOthers();
      length = 0;
    }
    sealed.push(cipher.update(piece, "utf8"));
    length += piece.length;
  }
  sealed.push(cipher.final());
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
}

/**
 * Opens what `seal` made.
 * @throws Error when it was sealed under another `AUTH_SECRET`, or changed.
 */
export function unseal(sealed: Uint8Array, authSecret: string): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(ALGORITHM, keyFrom(authSecret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return text.toString("utf8");
}

/**
 * Opens what `sealPieces` made, slice by slice as it comes: each is opened in a turn of the event loop of its own where
 * the next one has to be waited for.
 * @param slices of which the first has 28 bytes at least.
 * @throws Error as `unseal` does.
 */
export async function unsealSlices(slices: AsyncIterable<Uint8Array>, authSecret: string): Promise<string> {
  const decoder = new StringDecoder("utf8");
  let decipher: DecipherGCM | undefined;
  let text = "";
  for await (const slice of slices) {
    if (decipher) text += decoder.write(decipher.update(slice));
    else {
      decipher = createDecipheriv(ALGORITHM, keyFrom(authSecret), slice.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(slice.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      text += decoder.write(decipher.update(slice.subarray(NONCE_BYTES + TAG_BYTES)));
    }
  }
  decipher?.final();
  return text + decoder.end();
}

/** What `unseal` opens, or null: nothing was sealed, or under another `AUTH_SECRET`. Never throws. */
export function tryUnseal(sealed: Uint8Array | null, authSecret: string): string | null {
  try {
    return sealed && unseal(sealed, authSecret);
  } catch {
    return null;
  }
}

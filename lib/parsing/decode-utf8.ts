import { GatewayError } from "@/lib/errors";
import { yieldToOthers } from "@/lib/parsing/yield-to-others";

/** The bytes that are decoded at a time: about a millisecond. */
const SLICE = 128 * 1024;

/**
 * Decodes UTF-8. It decodes a large text in slices, between which other requests run. A leading byte order mark is
 * dropped.
 * @throws GatewayError `invalid_request` if the bytes are not UTF-8.
 */
export async function decodeUtf8(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    if (bytes.byteLength <= SLICE) return decoder.decode(bytes);
    const pieces: string[] = [];
    for (let at = 0; at < bytes.byteLength; at += SLICE) {
      pieces.push(decoder.decode(bytes.subarray(at, at + SLICE), { stream: true }));
      await yieldToOthers();
    }
    pieces.push(decoder.decode());
    return pieces.join("");
  } catch {
    throw notUtf8();
  }
}

/**
 * Decodes the beginning of a UTF-8 text, which may end within a character. A leading byte order mark is dropped.
 * @throws GatewayError `invalid_request` if the bytes are not UTF-8.
 */
export function decodeUtf8Start(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    throw notUtf8();
  }
}

function notUtf8(): GatewayError {
  return new GatewayError("invalid_request", "The request body is not valid UTF-8.");
}

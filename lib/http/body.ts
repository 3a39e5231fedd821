import { GatewayError } from "@/lib/errors";

/** Largest request body, in bytes (decisions "Sending": 4 MiB). */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Reads a request's body as UTF-8 text, never more than `most` bytes of it.
 * @throws GatewayError `body_too_large`, or `invalid_request` where the bytes are not UTF-8.
 */
export async function readBody(request: Request, most = MAX_BODY_BYTES): Promise<string> {
  const bytes = await readBytes(request, most);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new GatewayError("invalid_request", "The request body is not valid UTF-8.");
  }
}

/**
 * Reads a request's body as it was sent, never more than `most` bytes of it.
 * @throws GatewayError `body_too_large`, or `invalid_request` where it ends early.
 */
export async function readBytes(request: Request, most = MAX_BODY_BYTES): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > most) throw tooLarge(most);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    // The caller hung up: nobody will read this, and it is no failure of ours.
    throw new GatewayError("invalid_request", "The request body ended early.");
  }
  return Buffer.concat(chunks);
}

function tooLarge(most: number): GatewayError {
  return new GatewayError(
    "body_too_large",
    `The request body is larger than ${most} bytes. Split it into several requests.`,
  );
}

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
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > most) throw tooLarge(most);
  // No server lets more through than was announced, and in one piece it is read far quicker.
  if (length !== null) return readAnnounced(request, most);
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
    throw endedEarly();
  }
  return Buffer.concat(chunks);
}

async function readAnnounced(request: Request, most: number): Promise<Uint8Array> {
  const bytes = await request.arrayBuffer().catch(() => {
    throw endedEarly();
  });
  if (bytes.byteLength > most) throw tooLarge(most);
  return new Uint8Array(bytes);
}

/** The caller hung up: nobody will read this, and it is no failure of ours. */
function endedEarly(): GatewayError {
  return new GatewayError("invalid_request", "The request body ended early.");
}

function tooLarge(most: number): GatewayError {
  return new GatewayError(
    "body_too_large",
    `The request body is larger than ${most} bytes. Split it into several requests.`,
  );
}

import type { ServerResponse } from "node:http";
import { byteSlices, SLICE_BYTES } from "@/lib/http/body/byte-slices";
import { SECURITY_HEADERS } from "@/lib/http/paths/security-headers";
import { isWhole, type Pieces, type Reply } from "@/lib/http/reply/reply";
import { describeError, log } from "@/lib/log";

/** Security headers as names and values in turn, the form that Node writes fastest. */
export const SECURITY_LINES: readonly string[] = SECURITY_HEADERS.flatMap(({ key, value }) => [key, value]);

/**
 * Writes a reply with the headers that every response has. A text has its length; a long response goes out piece by
 * piece, as the client reads it. Bytes need no encoding, and go out as they are.
 */
export function writeReply({ status, headers, body }: Reply, response: ServerResponse): void {
  const lines = [...SECURITY_LINES];
  for (const name in headers) lines.push(name, headers[name] as string);
  const isAtHand = body !== null && isWhole(body);
  if (isAtHand) lines.push("Content-Length", String(Buffer.byteLength(body)));
  response.writeHead(status, lines);
  if (body === null) response.end();
  else if (!isAtHand) writePieces(body, response);
  else if (typeof body === "string" && body.length > SLICE_BYTES) writePieces(byteSlices(body), response);
  else response.end(body);
}

/**
 * Writes each piece when the previous one has left, in a turn of the event loop of its own. Otherwise a client that
 * reads as fast as the server writes would receive all pieces in one turn. After a client has left, no further piece
 * is made.
 */
function writePieces(pieces: Pieces, response: ServerResponse): void {
  const stop = () => pieces.return?.();
  if (response.destroyed) {
    stop();
    return;
  }
  response.once("close", stop);
  const goOn = () => setImmediate(write);
  // Node emits `drain` only after a write that found no room.
  response.on("drain", goOn);
  const write = () => {
    if (response.destroyed) return;
    try {
      const { done, value } = pieces.next();
      if (done) {
        stop();
        response.end();
      } else if (response.write(value)) goOn();
    } catch (error) {
      // The answer is incomplete: the connection is cut, so that clients notice it.
      log().error({ err: describeError(error) }, "an answer broke off");
      response.destroy(error as Error);
    }
  };
  write();
}

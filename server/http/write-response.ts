import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { describeError, log } from "@/lib/log";
import { endAfterBody } from "@/server/http/refuse-request";
import { SECURITY_LINES } from "@/server/http/write-reply";

/**
 * Writes a web response with the headers that every response has, and its body as fast as the client reads it. A
 * client that leaves cancels the body.
 */
export async function writeResponse(
  { status, headers, body }: Response,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const lines = [...SECURITY_LINES, ...[...headers].flat()];
  // The rest of the request is dropped before the connection closes.
  if (!incoming.complete) lines.push("Connection", "close");
  response.writeHead(status, lines);
  if (incoming.method === "HEAD") {
    // If several readers share a body, the cancellation resolves only after all of them have cancelled it.
    body?.cancel().catch(() => {});
  } else if (body) await writeBody(body as ReadableStream, response);
  if (incoming.complete) response.end();
  else endAfterBody(incoming, response);
}

async function writeBody(body: ReadableStream, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(body), response, { end: false });
  } catch (error) {
    if (!response.destroyed) log().error({ err: describeError(error) }, "an answer broke off");
    // The connection is cut, so that clients notice the incomplete answer.
    response.destroy();
  }
}

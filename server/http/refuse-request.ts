import type { IncomingMessage, ServerResponse } from "node:http";
import { SECURITY } from "@/lib/http/paths/security-headers";
import type { Reply } from "@/lib/http/reply/reply";
import { writeReply } from "@/server/http/write-reply";

/**
 * How much of a refused body is read and dropped, and for how long. Most clients read the answer only once
 * they have sent everything, and get none where the connection is reset before.
 */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024;
const MAX_DROPPING_MS = 10_000;

/**
 * Answers a request without reading it, or the rest of it. Where the request has a body, the connection
 * closes behind the answer, and the body is dropped as it comes. Left unread, it would make the client lose
 * the answer.
 */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { "transfer-encoding": encoding, "content-length": length } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (!hasBody || request.complete) {
    writeReply(reply, response);
    return;
  }
  const text = reply.body as string;
  const connection = { "Content-Length": Buffer.byteLength(text), Connection: "close" };
  response.writeHead(reply.status, { ...SECURITY, ...reply.headers, ...connection });
  response.write(text);
  dropBody(request, () => response.end());
}

function dropBody(request: IncomingMessage, then: () => void): void {
  let left = MAX_DROPPED_BYTES;
  const timer = setTimeout(then, MAX_DROPPING_MS);
  const stop = () => {
    clearTimeout(timer);
    then();
  };
  // A reader that has begun would keep what is dropped.
  request.removeAllListeners("data");
  request.once("end", stop).once("close", stop);
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) stop();
  });
  request.resume();
}

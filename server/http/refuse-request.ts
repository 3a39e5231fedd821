import type { IncomingMessage, ServerResponse } from "node:http";
import { SECURITY } from "@/lib/http/paths/security-headers";
import { isWhole, type Reply } from "@/lib/http/reply/reply";
import { BodyDropper } from "@/server/http/drop-body";
import { writeReply } from "@/server/http/write-reply";

const refused = new BodyDropper();

/**
 * Answers a request without reading it, or the rest of it. If the request has a body, the connection closes after the
 * answer, and the body is dropped as it arrives. If it were left unread, the client would lose the answer. Node would
 * also read it to its end, however long it is, once the answer has ended.
 * @param reply one that is not written piece by piece.
 */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (!hasBody(request) || request.complete) {
    writeReply(reply, response);
    return;
  }
  const { status, headers, body } = reply;
  const isSent = body !== null && isWhole(body);
  const length = isSent ? { "Content-Length": Buffer.byteLength(body) } : {};
  response.writeHead(status, { ...SECURITY, ...headers, ...length, Connection: "close" });
  if (isSent) response.write(body);
  else response.flushHeaders();
  endAfterBody(request, response);
}

/**
 * Ends an answer that is written and whose connection closes after it, once the rest of its request's body is
 * dropped.
 */
export function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  refused.drop(request, () => response.end());
}

/** Returns whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { SECURITY } from "@/lib/http/paths/security-headers";
import type { Reply } from "@/lib/http/reply/reply";
import { BodyDropper } from "@/server/http/drop-body";
import { writeReply } from "@/server/http/write-reply";

const refused = new BodyDropper();

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
  refused.drop(request, () => response.end());
}

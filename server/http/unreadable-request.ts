import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { GatewayError } from "@/lib/errors";
import { SECURITY } from "@/lib/http/paths/security-headers";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";

/** What is said of a request that Node cannot read, by its code for it; anything else is no HTTP. */
const REASONS: Readonly<Record<string, { status: number; sentence: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: "The headers of the request are too large." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, sentence: "The chunk extensions of the body are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: "The request did not arrive in time." },
};
const NO_HTTP = { status: 400, sentence: "The request can’t be read as HTTP." };

/**
 * Answers requests that Node cannot read with the body of any other error (rules: error body, request ids), and closes the
 * connection behind it. Requests that came before on it are answered first: Node would tell one of them the error.
 * @param responsesOf the responses of a connection that are not written out yet, in order.
 */
export function answerUnreadable(
  server: Server,
  responsesOf: (socket: Socket) => ReadonlySet<ServerResponse>,
): void {
  const known = new WeakSet<Socket>();
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // What else comes on it cannot be read either.
    if (known.has(socket)) return;
    known.add(socket);
    const open = [...responsesOf(socket)];
    const last = open.at(-1);
    // Of a request that is being worked on the body cannot be read, else it is another one behind it.
    const broken = last && !last.req.complete ? open.pop() : undefined;
    void Promise.all(open.map(closed)).then(() => {
      if (socket.writable && !broken?.headersSent) socket.write(errorMessage(error.code));
      socket.destroySoon();
    });
  });
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once("close", resolve));
}

/** A whole response, as it goes over the wire. */
function errorMessage(code = ""): string {
  const { status, sentence } = REASONS[code] ?? NO_HTTP;
  const requestId = newId();
  const error = new GatewayError("invalid_request", sentence);
  const { headers, body } = problem(error, requestId, { statuses: { invalid_request: status } });
  const text = typeof body === "string" ? body : "";
  const all = {
    ...{ ...SECURITY, ...headers, "X-Request-Id": requestId },
    ...{ "Content-Length": String(Buffer.byteLength(text)), Connection: "close" },
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`;
}

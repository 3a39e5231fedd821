import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { GatewayError } from "@/lib/errors";
import { SECURITY } from "@/lib/http/paths/security-headers";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";

/** The error that a client gets on its connection, and its status. */
type Refusal = { status: number; error: GatewayError };

/** The errors for requests that Node cannot read, by Node's code. Any other code means that the data is no HTTP. */
const REASONS: Readonly<Record<string, { status: number; sentence: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: "The headers of the request are too large." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, sentence: "The chunk extensions of the body are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: "The request did not arrive in time." },
};
const NO_HTTP = { status: 400, sentence: "The request can’t be read as HTTP." };

/**
 * Answers requests that Node cannot read with the usual error body (rules: error body, request ids), and closes the
 * connection after it. Earlier requests on the connection are answered first: otherwise the error would become the
 * response to one of them.
 * @param responsesOf returns the responses of a connection that are not written out yet, in order.
 */
export function answerUnreadable(
  server: Server,
  responsesOf: (socket: Socket) => ReadonlySet<ServerResponse>,
): void {
  const known = new WeakSet<Socket>();
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // Later data on the connection cannot be read either.
    if (known.has(socket)) return;
    known.add(socket);
    const open = [...responsesOf(socket)];
    const last = open.at(-1);
    // If a request is in progress, its body is malformed. Otherwise the next request on the connection is.
    const broken = last && !last.req.complete ? open.pop() : undefined;
    void Promise.all(open.map(closed)).then(() => {
      if (socket.writable && !broken?.headersSent) socket.write(errorMessage(unreadable(error.code)));
      socket.destroySoon();
    });
  });
}

/**
 * Rejects requests for a tunnel like any other method that is not allowed (rules: unknown paths, request ids), and
 * closes the connection after the answer. Node would close it at once, and earlier requests on it would lose their
 * answers.
 * @param responsesOf the same as in `answerUnreadable`.
 */
export function refuseTunnels(
  server: Server,
  responsesOf: (socket: Socket) => ReadonlySet<ServerResponse>,
): void {
  server.on("connect", (_request, stream) => {
    const socket = stream as Socket;
    // Node has removed its own listener.
    socket.on("error", () => {});
    void Promise.all([...responsesOf(socket)].map(closed)).then(() => {
      // Unread data would reset the connection.
      socket.resume();
      if (socket.writable) socket.write(errorMessage({ status: 405, error: methodRefusal("CONNECT") }));
      socket.destroySoon();
    });
  });
}

/** Returns the error for a method that no path accepts. */
export function methodRefusal(method: string): GatewayError {
  return new GatewayError("method_not_allowed", `${method} is not allowed here.`, {
    Allow: "GET, HEAD, POST",
  });
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once("close", resolve));
}

function unreadable(code = ""): Refusal {
  const { status, sentence } = REASONS[code] ?? NO_HTTP;
  return { status, error: new GatewayError("invalid_request", sentence) };
}

/** Returns a whole response as it is sent. */
function errorMessage({ status, error }: Refusal): string {
  const requestId = newId();
  const { headers, body } = problem(error, requestId);
  const text = typeof body === "string" ? body : "";
  const all = {
    ...SECURITY,
    ...headers,
    "X-Request-Id": requestId,
    "Content-Length": String(Buffer.byteLength(text)),
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`;
}

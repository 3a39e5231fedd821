import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { GatewayError } from "@/lib/errors";
import { SECURITY } from "@/lib/http/paths/security-headers";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";

/** What is said to a client on its connection, and with which status. */
type Refusal = { status: number; error: GatewayError };

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
      if (socket.writable && !broken?.headersSent) socket.write(errorMessage(unreadable(error.code)));
      socket.destroySoon();
    });
  });
}

/**
 * Refuses requests for a tunnel as any other method that is not allowed (rules: unknown paths, request ids), and closes the
 * connection behind the answer. Node would close it at once, and requests that came before on it would lose their answers.
 * @param responsesOf as `answerUnreadable` has it.
 */
export function refuseTunnels(
  server: Server,
  responsesOf: (socket: Socket) => ReadonlySet<ServerResponse>,
): void {
  server.on("connect", (_request, stream) => {
    const socket = stream as Socket;
    // Node listens on it no more.
    socket.on("error", () => {});
    void Promise.all([...responsesOf(socket)].map(closed)).then(() => {
      // Unread data would reset the connection.
      socket.resume();
      if (socket.writable) socket.write(errorMessage({ status: 405, error: methodRefusal("CONNECT") }));
      socket.destroySoon();
    });
  });
}

/** The refusal of a method that no path answers. */
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

/** A whole response, as it goes over the wire. */
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

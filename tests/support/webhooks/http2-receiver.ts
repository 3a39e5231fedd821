import { once } from "node:events";
import http2, {
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { issueCertificate } from "@/tests/support/webhooks/https-receiver";

export type Http2Receiver = {
  url: string;
  hostPort: string;
  ca: string;
  /** The listening server, which reports its connections. */
  server: http2.Http2SecureServer;
  /** The connections, oldest first, including closed ones. */
  sessions: http2.ServerHttp2Session[];
  /** The requests that have begun. */
  streams: ServerHttp2Stream[];
};

export type Http2ReceiverOptions = Omit<SecureServerOptions, "cert" | "key"> & {
  /** Responds to a request when its headers have arrived. By default with 200 and `ok`. */
  answer?: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, count: number) => void;
  port?: number;
};

/** One certificate is enough for all receivers of a file, because they have one name. */
let issued: ReturnType<typeof issueCertificate> | undefined;

/** Starts a webhook receiver with HTTP/2, until the end of the test. */
export async function receiveHttp2(options: Http2ReceiverOptions = {}): Promise<Http2Receiver> {
  const { answer = (stream) => respondTo(stream), port = 0, ...rest } = options;
  issued ??= issueCertificate("receiver.example.com");
  const { ca, ...credentials } = await issued;
  const server = http2.createSecureServer({ ...credentials, ...rest });
  const sessions: http2.ServerHttp2Session[] = [];
  const streams: ServerHttp2Stream[] = [];
  const sockets = new Set<{ destroy(): void }>();
  server.on("secureConnection", (socket) => sockets.add(socket));
  server.on("session", (session) => {
    sessions.push(session);
    session.on("error", () => {});
  });
  server.on("sessionError", () => {});
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    answer(stream, headers, streams.push(stream));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const hostPort = `receiver.example.com:${(server.address() as AddressInfo).port}`;
  return { url: `https://${hostPort}/hook`, hostPort, ca, server, sessions, streams };
}

/** Responds to a request, whose body need not be read. */
export function respondTo(stream: ServerHttp2Stream, status = 200, body = "ok"): void {
  if (stream.destroyed) return;
  stream.respond({ ":status": status });
  stream.end(body);
}

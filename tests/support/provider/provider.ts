import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as a provider received it. */
export type ProviderRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};

/**
 * The provider's response. `reset` and `silence` are no responses; `raw` is written before the connection is
 * closed.
 */
export type ProviderAnswer =
  | { raw: string }
  | { status?: number; headers?: Record<string, string>; body?: string }
  | "reset"
  | "silence";

/** A scripted HTTP provider for tests, on real sockets of this machine. */
export class FaultyProvider {
  /** Returns the response to each request. By default it is Kannel's. */
  script: (request: ProviderRequest, index: number) => ProviderAnswer | Promise<ProviderAnswer> = () => ({
    status: 202,
    body: "0: Accepted for delivery",
  });
  /** The complete requests, in order. */
  readonly requests: ProviderRequest[] = [];
  connections = 0;
  /** The maximum number of requests without a response. */
  mostAtOnce = 0;
  private atOnce = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor() {
    this.server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const url = new URL(request.url ?? "/", "http://provider.test");
      const { method = "", headers } = request;
      const body = Buffer.concat(chunks).toString();
      const given = { method, path: url.pathname, query: url.searchParams, headers, body };
      this.requests.push(given);
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
      response.once("close", () => this.atOnce--);
      this.answer(await this.script(given, this.requests.length - 1), response);
    });
    this.server.on("connection", (socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
  }

  /** @param port the port of an earlier provider that has stopped; a free one by default. */
  static async start(port = 0): Promise<FaultyProvider> {
    const provider = new FaultyProvider();
    provider.server.listen(port, "127.0.0.1");
    await once(provider.server, "listening");
    return provider;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, "close");
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private answer(answer: ProviderAnswer, response: ServerResponse): void {
    if (answer === "silence") return;
    if (answer === "reset") {
      response.socket?.resetAndDestroy();
      return;
    }
    if ("raw" in answer) {
      response.socket?.end(answer.raw);
      return;
    }
    const { status = 200, headers = {}, body = "" } = answer;
    response.writeHead(status, headers).end(body);
  }
}

import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "@/server/base/listen";

/**
 * The fault of one request: a response of the front's own, a lost connection before or after the request, or
 * silence.
 */
export type Fault =
  | { status: number; body?: object; headers?: Record<string, string> }
  | { change: (body: Record<string, unknown>) => object | Promise<object> }
  | "lost before"
  | "lost after"
  | "silent";

export type FrontRequest = { path: string; headers: http.IncomingHttpHeaders; body: string };

/** A server in front of another one. It passes requests on, except for the configured faults. */
export type FaultyFront = {
  address: string;
  /** The requests since `reset`. */
  requests: FrontRequest[];
  /** Sets faults for the next requests to a path, one each. */
  fail(path: string, ...faults: Fault[]): void;
  reset(): void;
  close(): Promise<void>;
};

/** @param behind the address of the server behind the front. */
export async function startFaultyFront(behind: string): Promise<FaultyFront> {
  const requests: FrontRequest[] = [];
  const faults = new Map<string, Fault[]>();
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const path = (request.url ?? "").split("?")[0] ?? "";
    requests.push({ path: request.url ?? "", headers: request.headers, body: body.toString("utf8") });
    const fault = faults.get(path)?.shift();
    if (fault === "silent") return;
    if (fault === "lost before") return void response.destroy();
    if (typeof fault === "object" && "status" in fault) {
      response.writeHead(fault.status, fault.headers);
      return void response.end(JSON.stringify(fault.body ?? {}));
    }
    const given = await fetch(`${behind}${request.url}`, {
      method: request.method ?? "GET",
      headers: passedOn(request.headers),
      ...(body.length > 0 ? { body } : {}),
    });
    const text = await given.text();
    if (fault === "lost after") return void response.destroy();
    const { "content-length": _, ...headers } = Object.fromEntries(given.headers);
    const changed = fault ? JSON.stringify(await fault.change(JSON.parse(text))) : text;
    response.writeHead(given.status, headers);
    response.end(changed);
  }

  const port = await listen(server, 0, "127.0.0.1");
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    fail: (path, ...more) => void faults.set(path, [...(faults.get(path) ?? []), ...more]),
    reset() {
      faults.clear();
      requests.length = 0;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns the headers of a request without those of its connection. */
function passedOn(headers: http.IncomingHttpHeaders): Headers {
  const { connection: _, "content-length": __, host: ___, ...others } = headers;
  return new Headers(others as Record<string, string>);
}

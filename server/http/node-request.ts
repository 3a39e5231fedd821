import type { IncomingMessage } from "node:http";
import type { BodyChunks, GatewayRequest } from "@/lib/http/request/gateway-request";

/** Targets that need no parsing: an address would write them in the same way. */
const PLAIN_TARGET = /^\/[\w\-.~!$&()*+,;=:@/?%]*$/;

/** A step of a path that means its folder, or the parent folder. */
const DOT_STEP = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** Hosts as most clients write them. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::\d{4,5})?$/;

/** Characters that belong to other parts of an address. */
const NOT_OF_HOST = /[/?#@\\]/;

/** Returns whether a header `Host` only names a host and perhaps a port. An empty one names none. */
export function isReadableHost(host: string | undefined): boolean {
  if (!host || PLAIN_HOST.test(host)) return true;
  return !NOT_OF_HOST.test(host) && URL.canParse(`http://${host}`);
}

/**
 * The values that the server sets for a request instead of its headers: its id, and the client's address. Endpoints
 * read them as the headers `X-Request-Id` and `X-Forwarded-For` (rules: request ids, client addresses). A proxy's
 * headers about the requested address count only if there is a proxy (`isProxied`).
 */
export type RequestEdge = { requestId: string; address: string; isProxied: boolean };

/** The headers that only a proxy may send. */
const OF_PROXY = new Set(["x-forwarded-host", "x-forwarded-proto"]);

/** White space that may surround a header's value. */
const AROUND = /^[ \t]+|[ \t]+$/g;

/** A request of Node's in the form that endpoints read. It creates objects only when they are read. */
export class NodeRequest implements GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly edge: RequestEdge;
  readonly incoming: IncomingMessage;

  constructor(incoming: IncomingMessage, edge: RequestEdge) {
    const { method = "GET", url = "/" } = incoming;
    this.edge = edge;
    this.incoming = incoming;
    this.method = method;
    if (PLAIN_TARGET.test(url) && !DOT_STEP.test(url)) {
      const query = url.indexOf("?");
      this.path = query < 0 ? url : url.slice(0, query);
      // As in an address, a question mark alone is no query string.
      this.search = query < 0 || query === url.length - 1 ? "" : url.slice(query);
    } else {
      const { pathname, search } = new URL(`http://localhost${url}`);
      this.path = pathname;
      this.search = search;
    }
  }

  header(name: string): string | null {
    const lower = name.toLowerCase();
    if (lower === "x-request-id") return this.edge.requestId;
    if (lower === "x-forwarded-for") return this.edge.address;
    if (!this.edge.isProxied && OF_PROXY.has(lower)) return null;
    const { rawHeaders } = this.incoming;
    let value: string | null = null;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const given = rawHeaders[at] as string;
      if (given.length !== lower.length || given.toLowerCase() !== lower) continue;
      const one = (rawHeaders[at + 1] as string).replace(AROUND, "");
      value = value === null ? one : `${value}${lower === "cookie" ? ";" : ","} ${one}`;
    }
    return value;
  }

  bytes(): Promise<Uint8Array> {
    const { incoming } = this;
    if (this.hasNoBody) return Promise.resolve(new Uint8Array());
    if (incoming.destroyed) return this.left(new Uint8Array());
    return new Promise((resolve, reject) => {
      const body = new WholeBody(Number(incoming.headers["content-length"] ?? 0));
      const take = (chunk: Buffer) => body.add(chunk);
      const end = () => {
        stop();
        resolve(body.bytes());
      };
      const close = () => {
        stop();
        this.left(body.bytes()).then(resolve, reject);
      };
      const stop = () => incoming.off("data", take).off("end", end).off("close", close);
      incoming.on("data", take).on("end", end).on("close", close);
    });
  }

  chunks(readBytes = 0): BodyChunks {
    const { incoming } = this;
    if (this.hasNoBody) return { read: async () => null, leave: () => {} };
    if (incoming.destroyed) return onlyChunk(this.left(new Uint8Array(), readBytes));
    const iterator = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
    return {
      read: async () => (await iterator.next()).value ?? null,
      leave: () => void iterator.return?.(),
    };
  }

  private get hasNoBody(): boolean {
    return this.method === "GET" || this.method === "HEAD";
  }

  /**
   * Returns the whole body of a client that sent it and disconnected: the bytes already read, and those that Node still
   * has.
   * @param before the number of earlier bytes to omit.
   * @throws Error if the client did not send the whole body.
   */
  private async left(read: Uint8Array, before = 0): Promise<Uint8Array> {
    const rest = this.incoming.read() as Buffer | null;
    const whole = rest ? Buffer.concat([read, rest]) : read;
    const announced = this.incoming.headers["content-length"];
    const isWhole =
      this.incoming.complete && (announced === undefined || Number(announced) === before + whole.length);
    if (!isWhole) throw new Error("The client left before it had sent the whole body.");
    return whole;
  }
}

/**
 * A body whose length is announced, in one buffer of that length: a chunk for each byte would use five hundred times
 * as much memory. If a single chunk has the whole body, the body is that chunk.
 */
class WholeBody {
  private readonly announced: number;
  private whole: Buffer = Buffer.alloc(0);
  private size = 0;

  constructor(announced: number) {
    this.announced = announced;
  }

  add(chunk: Buffer): void {
    if (this.size === 0 && chunk.length >= this.announced) {
      this.whole = chunk;
    } else {
      if (this.size === 0) this.whole = Buffer.allocUnsafeSlow(this.announced);
      chunk.copy(this.whole, this.size);
    }
    this.size += chunk.length;
  }

  bytes(): Uint8Array {
    return this.whole.subarray(0, this.size);
  }
}

function onlyChunk(chunk: Promise<Uint8Array>): BodyChunks {
  let rest: Promise<Uint8Array> | null = chunk;
  return {
    read: async () => {
      const given = await rest;
      rest = null;
      return given;
    },
    leave: () => {},
  };
}

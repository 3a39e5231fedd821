/** A body as it comes. A reader that leaves it unfinished says so, and cancels nothing: who answers drops the rest. */
export type BodyChunks = {
  /** @returns what has come since; null at the end. Rejects where the client has left. */
  read(): Promise<Uint8Array | null>;
  leave(): void;
};

/**
 * What endpoints read of a request, whoever has it: our own server gives one of Node's requests without web objects
 * around it, and Next's handlers one of the web's.
 */
export type GatewayRequest = {
  readonly method: string;
  /** The path, percent-encoded. */
  readonly path: string;
  /** The query string with its question mark; empty where there is none. */
  readonly search: string;
  /** The value of a header; values of one that came several times are joined by commas. Null where it did not come. */
  header(name: string): string | null;
  /** Reads the whole body in one piece: for one that is announced as short. Rejects where the client has left. */
  bytes(): Promise<Uint8Array>;
  /**
   * Returns the body chunk by chunk, or the rest of it.
   * @param readBytes the bytes of it that were read before.
   */
  chunks(readBytes?: number): BodyChunks;
};

class WebRequest implements GatewayRequest {
  readonly web: Request;
  readonly method: string;
  readonly path: string;
  readonly search: string;

  constructor(web: Request) {
    const { pathname, search } = new URL(web.url);
    this.web = web;
    this.method = web.method;
    this.path = pathname;
    this.search = search;
  }

  header(name: string): string | null {
    return this.web.headers.get(name);
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.web.arrayBuffer());
  }

  chunks(): BodyChunks {
    const reader = this.web.body?.getReader();
    return {
      read: async () => (await reader?.read())?.value ?? null,
      leave: () => reader?.releaseLock(),
    };
  }
}

/** A web request as endpoints read it. */
export function fromWeb(request: Request): GatewayRequest {
  return new WebRequest(request);
}

/**
 * Whether a request came through Next, which takes `Content-Encoding` away from an answer: whatever is in front of it
 * compresses.
 */
export function isThroughNext(request: object): boolean {
  return request instanceof WebRequest;
}

/** The address that a request came in by, inside the server; a request of our own server says only its host. */
export function addressReached(request: GatewayRequest): URL {
  return new URL(request instanceof WebRequest ? request.web.url : "http://localhost");
}

/**
 * The web request behind one, for endpoints that Next serves alone.
 * @throws Error for a request of our own server, which has none.
 */
export function webRequestOf(request: GatewayRequest): Request {
  if (request instanceof WebRequest) return request.web;
  throw new Error("This endpoint is served by Next alone.");
}

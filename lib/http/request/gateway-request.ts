/**
 * A body as it arrives. A reader that leaves it unfinished calls `leave`, and cancels nothing: the responder drops
 * the rest.
 */
export type BodyChunks = {
  /** @returns the bytes that have arrived since; null at the end. Rejects if the client has left. */
  read(): Promise<Uint8Array | null>;
  leave(): void;
};

/**
 * The parts of a request that endpoints read. Our own server passes one of Node's requests without web objects around
 * it, and Next's handlers one of the web's.
 */
export type GatewayRequest = {
  readonly method: string;
  /** The path, percent-encoded. */
  readonly path: string;
  /** The query string with its question mark; empty if there is none. */
  readonly search: string;
  /** The value of a header, joined by commas if it came several times; null if it did not come. */
  header(name: string): string | null;
  /** Reads the whole body in one piece, for one with a short announced length. Rejects if the client has left. */
  bytes(): Promise<Uint8Array>;
  /**
   * Returns the body chunk by chunk, or the rest of it.
   * @param readBytes the number of its bytes that were read before.
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

/** Returns a web request in the form that endpoints read. */
export function fromWeb(request: Request): GatewayRequest {
  return new WebRequest(request);
}

/**
 * Returns whether a request came through Next, which removes `Content-Encoding` from a response: the server in front
 * of Next compresses.
 */
export function isThroughNext(request: object): boolean {
  return request instanceof WebRequest;
}

/** Returns the address that a request came in by, inside the server. A request of our own server only has its host. */
export function addressReached(request: GatewayRequest): URL {
  return new URL(request instanceof WebRequest ? request.web.url : "http://localhost");
}

/**
 * Returns the web request behind a request, for endpoints that only Next serves.
 * @throws Error for a request of our own server, which has none.
 */
export function webRequestOf(request: GatewayRequest): Request {
  if (request instanceof WebRequest) return request.web;
  throw new Error("This endpoint is served by Next alone.");
}

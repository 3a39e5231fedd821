import type { Http2Connection } from "@/lib/webhooks/delivery/http/http2-connection";

/**
 * An error for a connection or response that broke before the response was complete. It has the system's code, as
 * over HTTP/1.1.
 */
export class BrokenError extends Error {
  readonly code = "ECONNRESET";
  constructor() {
    super("The connection was closed.");
    this.name = "BrokenError";
  }
}

/** Returns whether an HTTP/2 stream ended because of its receiver or its connection. */
export function isReset(error: Error): boolean {
  return error instanceof BrokenError || ("code" in error && /^ERR_HTTP2_/.test(String(error.code)));
}

/** An error for a request that the receiver has not processed, so that it may be sent again at once. */
export class RefusedError extends Error {
  readonly code = "ERR_HTTP2_REFUSED";
  constructor() {
    super("The receiver refused the request.");
    this.name = "RefusedError";
  }
}

/** An error for a receiver that chose HTTP/2 and sent no settings in time. */
export class UnreadyError extends Error {
  readonly code = "UND_ERR_CONNECT_TIMEOUT";
  constructor() {
    super("The receiver sent no settings in time.");
    this.name = "UnreadyError";
  }
}

/** The result of a new connection that uses HTTP/2. It is no failure: the request is sent there. */
export class SpeaksHttp2Error extends Error {
  readonly connection: Http2Connection;
  constructor(connection: Http2Connection) {
    super("The receiver speaks HTTP/2.");
    this.connection = connection;
    this.name = "SpeaksHttp2Error";
  }
}

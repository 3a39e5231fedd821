import type { Http2Connection } from "@/lib/webhooks/delivery/http/http2-connection";

/** A connection broke, or an answer did, before the answer was whole. Its code is the system's, as over HTTP/1.1. */
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

/** The receiver says that it has not looked at the request, so that it may be sent again at once. */
export class RefusedError extends Error {
  readonly code = "ERR_HTTP2_REFUSED";
  constructor() {
    super("The receiver refused the request.");
    this.name = "RefusedError";
  }
}

/** The receiver said nothing of HTTP/2 in time, although it chose it. */
export class UnreadyError extends Error {
  readonly code = "UND_ERR_CONNECT_TIMEOUT";
  constructor() {
    super("The receiver sent no settings in time.");
    this.name = "UnreadyError";
  }
}

/** No failure: a new connection speaks HTTP/2, so that its request goes there. */
export class SpeaksHttp2Error extends Error {
  readonly connection: Http2Connection;
  constructor(connection: Http2Connection) {
    super("The receiver speaks HTTP/2.");
    this.connection = connection;
    this.name = "SpeaksHttp2Error";
  }
}

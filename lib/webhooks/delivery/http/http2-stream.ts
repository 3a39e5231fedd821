import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from "node:http2";
import { BrokenError, RefusedError } from "@/lib/webhooks/delivery/http/http2-errors";

/**
 * The bytes of an unwanted response that are still read, and the time for it. A receiver counts repeated resets as an
 * attack, so the usual HTML page is read to its end.
 */
const DRAINED_BYTES = 64 * 1024;
const DRAIN_MS = 1_000;

export type Http2Request = {
  /** The host, with its port if that is not 443. */
  authority: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};

type Controller = { abort(reason: Error): void };

/** The reader of a response, with the calls of an undici dispatcher in the same order. */
export type AnswerHandler = {
  onRequestStart(controller: Controller): void;
  onResponseStart(controller: Controller, statusCode: number, headers: IncomingHttpHeaders): void;
  onResponseData(controller: Controller, chunk: Buffer): void;
  onResponseEnd(): void;
  onResponseError(controller: Controller, error: Error): void;
};

/** The callbacks of a stream's connection. */
type Connection = {
  /** The receiver has sent a response. */
  onHeard(): void;
  /** The request was given up without a response: the connection may be dead. */
  onDoubt(): void;
  /** The stream has ended and frees its place. */
  onEnd(): void;
};

/** One request over an HTTP/2 connection, and its response. */
export class Http2Stream {
  private readonly request: Http2Request;
  private readonly handler: AnswerHandler;
  private readonly connection: Connection;
  private stream: ClientHttp2Stream | undefined;
  private isAnswered = false;
  /** The handler has the whole response, or wants no more of it. */
  private isOver = false;
  private isRefused = false;
  private failure: Error | undefined;
  private unwantedBytes = 0;
  private drain: NodeJS.Timeout | undefined;

  constructor(request: Http2Request, handler: AnswerHandler, connection: Connection) {
    this.request = request;
    this.handler = handler;
    this.connection = connection;
  }

  /** Begins the request. Never throws: its handler gets the error. */
  open(session: ClientHttp2Session): void {
    this.handler.onRequestStart(this);
    if (this.isOver) this.connection.onEnd();
    else this.begin(session);
  }

  /** Stops reading the response, as the handler's controller. */
  abort(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.stream === undefined) return;
    if (!this.isAnswered) {
      this.reset();
      this.connection.onDoubt();
    } else this.drain = setTimeout(() => this.reset(), DRAIN_MS).unref();
  }

  /** Marks the request as refused if its id comes after the last one that the receiver processes. */
  refuseAfter(lastStreamId: number): void {
    this.isRefused ||= (this.stream?.id ?? lastStreamId + 1) > lastStreamId;
  }

  private begin(session: ClientHttp2Session): void {
    try {
      this.stream = this.write(session);
    } catch {
      // The connection has just ended, and no byte was sent.
      this.isRefused = true;
      this.close();
    }
  }

  private write(session: ClientHttp2Session): ClientHttp2Stream {
    const { authority, path, headers, body } = this.request;
    const bytes = Buffer.from(body);
    const stream = session.request({
      ":method": "POST",
      ":scheme": "https",
      ":authority": authority,
      ":path": path,
      ...headers,
      "content-length": String(bytes.length),
    });
    stream.on("response", (answer) => this.answer(answer));
    stream.on("data", (chunk: Buffer) => this.read(chunk));
    stream.on("end", () => this.complete());
    stream.on("error", (error) => {
      this.failure = error;
    });
    stream.once("close", () => this.close());
    stream.end(bytes);
    return stream;
  }

  private answer(answer: IncomingHttpHeaders & { ":status"?: number | undefined }): void {
    this.isAnswered = true;
    this.connection.onHeard();
    if (!this.isOver) this.handler.onResponseStart(this, answer[":status"] ?? 0, answer);
  }

  private read(chunk: Buffer): void {
    if (!this.isOver) this.handler.onResponseData(this, chunk);
    else this.unwantedBytes += chunk.length;
    if (this.unwantedBytes > DRAINED_BYTES) this.reset();
  }

  /** Handles a complete response. If the receiver answered before it read the whole request, the rest is not sent. */
  private complete(): void {
    // Node also reports an end for a reset stream.
    if (!this.isAnswered || (this.stream?.rstCode ?? 0) !== constants.NGHTTP2_NO_ERROR) return;
    if (!this.isOver) {
      this.isOver = true;
      this.handler.onResponseEnd();
    }
    if (!this.stream?.writableFinished) this.reset();
  }

  /** Resets the stream at the receiver and here, even if it still waits for room. */
  private reset(): void {
    this.stream?.close(constants.NGHTTP2_CANCEL);
    this.stream?.destroy();
  }

  private close(): void {
    clearTimeout(this.drain);
    this.connection.onEnd();
    if (this.isOver) return;
    this.isOver = true;
    this.isRefused ||= this.stream?.rstCode === constants.NGHTTP2_REFUSED_STREAM;
    const isUntouched = this.isRefused && !this.isAnswered;
    this.handler.onResponseError(
      this,
      isUntouched ? new RefusedError() : (this.failure ?? new BrokenError()),
    );
  }
}

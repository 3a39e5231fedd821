import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from "node:http2";
import { BrokenError, RefusedError } from "@/lib/webhooks/delivery/http/http2-errors";

/**
 * How much of an answer that is no longer wanted is still read, and for how long. A receiver whose answers are reset again and
 * again takes that for an attack, so that the usual page of HTML is let come to its end.
 */
const DRAINED_BYTES = 64 * 1024;
const DRAIN_MS = 1_000;

export type Http2Request = {
  /** The host, with its port where that is not 443. */
  authority: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};

type Controller = { abort(reason: Error): void };

/** Who takes an answer: what an undici dispatcher would call, in the same order. */
export type AnswerHandler = {
  onRequestStart(controller: Controller): void;
  onResponseStart(controller: Controller, statusCode: number, headers: IncomingHttpHeaders): void;
  onResponseData(controller: Controller, chunk: Buffer): void;
  onResponseEnd(): void;
  onResponseError(controller: Controller, error: Error): void;
};

/** What its connection is told. */
type Connection = {
  /** The receiver has answered something. */
  onHeard(): void;
  /** The request was given up without any answer: perhaps nobody is there. */
  onDoubt(): void;
  /** It no longer takes a place. */
  onEnd(): void;
};

/** One request over a connection that speaks HTTP/2, and its answer. */
export class Http2Stream {
  private readonly request: Http2Request;
  private readonly handler: AnswerHandler;
  private readonly connection: Connection;
  private stream: ClientHttp2Stream | undefined;
  private isAnswered = false;
  /** Whether the handler has had the end of the answer, or wants none. */
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

  /** Begins it, and never throws: its handler is told. */
  open(session: ClientHttp2Session): void {
    this.handler.onRequestStart(this);
    if (this.isOver) this.connection.onEnd();
    else this.begin(session);
  }

  /** As its handler's controller: nothing more of the answer is wanted. */
  abort(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.stream === undefined) return;
    if (!this.isAnswered) {
      this.reset();
      this.connection.onDoubt();
    } else this.drain = setTimeout(() => this.reset(), DRAIN_MS).unref();
  }

  /** The receiver takes no request after the one of this id. */
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

  /** The answer is whole. Its receiver may have answered before it read the request, whose rest is then not sent. */
  private complete(): void {
    // Node says that it has ended when it was reset, too.
    if (!this.isAnswered || (this.stream?.rstCode ?? 0) !== constants.NGHTTP2_NO_ERROR) return;
    if (!this.isOver) {
      this.isOver = true;
      this.handler.onResponseEnd();
    }
    if (!this.stream?.writableFinished) this.reset();
  }

  /** Ends it at the receiver, and here, even where it still waited for the receiver to take it. */
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

import { type ClientHttp2Session, connect } from "node:http2";
import type { Socket } from "node:net";
import {
  type AnswerHandler,
  type Http2Request,
  Http2Stream,
} from "@/lib/webhooks/delivery/http/http2-stream";

/** The most concurrent requests: all of them fail together if the connection breaks. */
const MAX_STREAMS = 100;

/**
 * The longest idle time of a connection, and the age at which a busy one is replaced, so that its name is looked up
 * again.
 */
const MAX_IDLE_MS = 30_000;
const MAX_AGE_MS = 300_000;

/** The silence after which the next request sends a PING, and the longest wait for the reply. */
const QUIET_MS = 1_000;
const PONG_MS = 2_000;

/**
 * The interval between checks of a connection, and the bytes that may arrive meanwhile: for each request, and one
 * more time.
 */
const CHECK_MS = 1_000;
const BYTES_EACH = 256 * 1024;

/** The largest header of a response, as announced to the receiver. It is Node's own limit for HTTP/1.1. */
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * A connection to a receiver over HTTP/2 (rules: webhook attempts). It accepts requests while it has room. It ends by
 * itself if it is idle for long, if it breaks, or if it brings more bytes than responses may have.
 */
export class Http2Connection {
  private readonly socket: Socket;
  private readonly session: ClientHttp2Session;
  private readonly streams = new Set<Http2Stream>();
  private readonly openedAt = performance.now();
  private readonly care: NodeJS.Timeout;
  /**
   * Resolves to true when the receiver's settings have arrived, which limit its room; to false if the connection
   * broke before.
   */
  readonly isReady: Promise<boolean>;
  private idleSince = this.openedAt;
  private heardAt = this.openedAt;
  /** The time of an unanswered PING, or null. */
  private askedAt: number | null = null;
  private isRetired = false;
  private begun = 0;
  private bytesAtCheck = 0;

  /**
   * @param socket connected, with `h2` agreed. The connection owns it from now on.
   * @param origin the receiver's origin.
   * @param onEnd called once, when the connection has ended.
   */
  constructor(socket: Socket, origin: string, onEnd: () => void) {
    this.socket = socket;
    const settings = { enablePush: false, maxHeaderListSize: MAX_HEADER_BYTES };
    this.session = connect(origin, { createConnection: () => socket, settings });
    this.isReady = new Promise((resolve) => {
      this.session.once("remoteSettings", () => resolve(true));
      this.session.once("close", () => resolve(false));
    });
    // The streams report the error by their own ends.
    this.session.on("error", () => {});
    this.session.on("goaway", (_code: number, lastStreamId: number) => this.leave(lastStreamId));
    this.session.once("close", () => {
      clearInterval(this.care);
      socket.destroy();
      onEnd();
    });
    this.session.unref();
    this.care = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** Returns whether the connection may take another request. */
  hasRoom(): boolean {
    const { session } = this;
    if (this.isRetired || session.closed || session.destroyed) return false;
    const now = performance.now();
    if (now - this.openedAt > MAX_AGE_MS) return false;
    if (this.askedAt !== null && now - this.askedAt > PONG_MS) return false;
    return (
      this.streams.size < Math.min(MAX_STREAMS, session.remoteSettings.maxConcurrentStreams ?? MAX_STREAMS)
    );
  }

  /** Returns whether the connection has ended or is ending. */
  isGone(): boolean {
    return this.session.destroyed;
  }

  /** Posts a request, with or without room: Node keeps the request until the receiver has room. */
  send(request: Http2Request, handler: AnswerHandler): void {
    this.begun += 1;
    if (this.streams.size === 0) this.session.ref();
    this.ask();
    const stream = new Http2Stream(request, handler, {
      onHeard: () => this.hear(),
      onDoubt: () => this.retire(),
      onEnd: () => this.end(stream),
    });
    this.streams.add(stream);
    stream.open(this.session);
  }

  /** Accepts no more requests. The connection ends with the last current request. */
  retire(): void {
    this.isRetired = true;
    if (this.streams.size === 0) this.destroy();
  }

  /** Ends the connection and its requests. */
  destroy(): void {
    this.isRetired = true;
    const { closed } = this.session;
    this.session.destroy();
    // After a receiver's GOAWAY, Node would wait until the receiver closes its side.
    if (closed) this.socket.destroy();
  }

  private end(stream: Http2Stream): void {
    this.streams.delete(stream);
    if (this.streams.size > 0) return;
    this.idleSince = performance.now();
    this.session.unref();
    if (this.isRetired || this.session.closed) this.destroy();
  }

  /** Handles a GOAWAY: the receiver accepts no more requests, and has not processed those after the last id. */
  private leave(lastStreamId: number): void {
    for (const stream of this.streams) stream.refuseAfter(lastStreamId);
    this.retire();
  }

  private hear(): void {
    this.heardAt = performance.now();
  }

  /** Sends a PING after a silence. Otherwise a dead connection would take a hundred requests. */
  private ask(): void {
    const now = performance.now();
    if (this.askedAt !== null || now - this.heardAt < QUIET_MS) return;
    this.askedAt = now;
    this.session.ping((error) => {
      if (error) return;
      this.askedAt = null;
      this.hear();
    });
  }

  private check(): void {
    const { bytesRead } = this.socket;
    const allowed = BYTES_EACH * (this.begun + this.streams.size + 1);
    const isFlooded = bytesRead - this.bytesAtCheck > allowed;
    this.bytesAtCheck = bytesRead;
    this.begun = 0;
    const isIdle = this.streams.size === 0 && performance.now() - this.idleSince >= MAX_IDLE_MS;
    if (isFlooded || isIdle) this.destroy();
  }
}

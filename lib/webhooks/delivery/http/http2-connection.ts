import { type ClientHttp2Session, connect } from "node:http2";
import type { Socket } from "node:net";
import {
  type AnswerHandler,
  type Http2Request,
  Http2Stream,
} from "@/lib/webhooks/delivery/http/http2-stream";

/** Most requests at once: what goes down together when a connection breaks. */
const MAX_STREAMS = 100;

/** An idle connection goes after this, and one that is never idle gives way to a new one: its name is looked up anew. */
const MAX_IDLE_MS = 30_000;
const MAX_AGE_MS = 300_000;

/** After how long a silence the next request asks whether anybody is there, and how long the reply may take. */
const QUIET_MS = 1_000;
const PONG_MS = 2_000;

/** How often a connection is looked after, and the bytes that may come meanwhile: of each request, and besides. */
const CHECK_MS = 1_000;
const BYTES_EACH = 256 * 1024;

/** Largest header of an answer, which a receiver is told; Node's own limit for HTTP/1.1. */
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * One connection to a receiver that speaks HTTP/2 (rules: webhook attempts). It takes requests while it has room, and
 * nobody need look after it: it ends when it is idle for long, when it breaks, and when it brings more bytes than answers
 * can have.
 */
export class Http2Connection {
  private readonly socket: Socket;
  private readonly session: ClientHttp2Session;
  private readonly streams = new Set<Http2Stream>();
  private readonly openedAt = performance.now();
  private readonly care: NodeJS.Timeout;
  /** Whether the settings of the receiver are here, until when nothing is known of its room; false when it broke before. */
  readonly isReady: Promise<boolean>;
  private idleSince = this.openedAt;
  private heardAt = this.openedAt;
  /** When it was asked whether anybody is there; null when it has replied. */
  private askedAt: number | null = null;
  private isRetired = false;
  private begun = 0;
  private bytesAtCheck = 0;

  /**
   * @param socket connected, with `h2` agreed. It is this connection's from now on.
   * @param origin of the receiver.
   * @param onEnd called once, when it has ended.
   */
  constructor(socket: Socket, origin: string, onEnd: () => void) {
    this.socket = socket;
    const settings = { enablePush: false, maxHeaderListSize: MAX_HEADER_BYTES };
    this.session = connect(origin, { createConnection: () => socket, settings });
    this.isReady = new Promise((resolve) => {
      this.session.once("remoteSettings", () => resolve(true));
      this.session.once("close", () => resolve(false));
    });
    // What it is told by the streams' own ends.
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

  /** Whether it may take another request. */
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

  /** Whether it has ended, or is just ending. */
  isGone(): boolean {
    return this.session.destroyed;
  }

  /** Posts a request, whether or not there is room: Node keeps it until the receiver has some. */
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

  /** Lets it take no more requests; it ends with the last of those that it has. */
  retire(): void {
    this.isRetired = true;
    if (this.streams.size === 0) this.destroy();
  }

  /** Ends it, and the requests that it has. */
  destroy(): void {
    this.isRetired = true;
    const { closed } = this.session;
    this.session.destroy();
    // Once a receiver has said farewell, Node would wait for it to close its side.
    if (closed) this.socket.destroy();
  }

  private end(stream: Http2Stream): void {
    this.streams.delete(stream);
    if (this.streams.size > 0) return;
    this.idleSince = performance.now();
    this.session.unref();
    if (this.isRetired || this.session.closed) this.destroy();
  }

  /** The receiver takes no more requests, and has not looked at those after the last. */
  private leave(lastStreamId: number): void {
    for (const stream of this.streams) stream.refuseAfter(lastStreamId);
    this.retire();
  }

  private hear(): void {
    this.heardAt = performance.now();
  }

  /** After a silence, asks whether anybody is there. A connection that is dead would otherwise take a hundred requests. */
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

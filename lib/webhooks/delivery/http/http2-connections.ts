import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import { Http2Connection } from "@/lib/webhooks/delivery/http/http2-connection";
import { BrokenError, SpeaksHttp2Error, UnreadyError } from "@/lib/webhooks/delivery/http/http2-errors";

/** Origins that are known to speak HTTP/2: who opens a connection there opens it for all. */
const MAX_KNOWN = 1_000;

/** How long others wait for a connection that somebody makes. */
const FOLLOW_MS = 1_000;

/**
 * The connections over which HTTP/2 is spoken, by origin. All connections are made by one connector, and which protocol is spoken
 * is the receiver's choice each time: one that no longer offers HTTP/2 gets HTTP/1.1 from then on.
 */
export class Http2Connections {
  private readonly open = new Map<string, Set<Http2Connection>>();
  private readonly dials = new Map<string, Promise<boolean>>();
  private readonly known = new Set<string>();
  private readonly connectTimeoutMs: number;
  private readonly followMs: number;
  private isClosed = false;

  /**
   * @param connectTimeoutMs how long a connection may take until the receiver's settings are here, in milliseconds.
   * @param followMs how long others wait for one that somebody makes, before each makes its own.
   */
  constructor({ connectTimeoutMs, followMs }: { connectTimeoutMs: number; followMs?: number }) {
    this.connectTimeoutMs = connectTimeoutMs;
    this.followMs = followMs ?? FOLLOW_MS;
  }

  /** A connection that may take another request. */
  find(origin: string): Http2Connection | undefined {
    for (const connection of this.open.get(origin) ?? []) if (connection.hasRoom()) return connection;
    return undefined;
  }

  /**
   * The connection that is being made to an origin that spoke HTTP/2 last: resolves to whether it is there and speaks it still, or
   * others need wait for it no more.
   */
  dialTo(origin: string): Promise<boolean> | undefined {
    return this.known.has(origin) ? this.dials.get(origin) : undefined;
  }

  /**
   * The connector for an undici agent: it gives what speaks HTTP/1.1 to the agent, and fails with `SpeaksHttp2Error`, which has
   * the connection, where HTTP/2 is spoken.
   * @param connect one that offers both.
   */
  connector(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      const origin = `${options.protocol}//${options.host}`;
      const startedAt = performance.now();
      const settle = this.noteDial(origin);
      connect(options, (error, socket) => {
        if (error === null && isHttp2(socket)) {
          const leftMs = this.connectTimeoutMs - (performance.now() - startedAt);
          void this.adopt(socket, origin, leftMs).then((outcome) => {
            settle(outcome instanceof SpeaksHttp2Error);
            callback(outcome, null);
          });
          return;
        }
        if (error === null) this.known.delete(origin);
        settle(false);
        if (error === null) callback(null, socket);
        else callback(error, null);
      });
    };
  }

  /** Ends all of them, and those that are still made. */
  close(): void {
    this.isClosed = true;
    for (const connections of this.open.values()) for (const connection of connections) connection.destroy();
  }

  /** Lets others wait for a connection that is being made, until what it returns is called with whether it is there. */
  private noteDial(origin: string): (isThere: boolean) => void {
    if (this.dials.has(origin)) return () => {};
    let resolveDial: (isThere: boolean) => void = () => {};
    const dial = new Promise<boolean>((resolve) => {
      resolveDial = resolve;
    });
    const settle = (isThere: boolean) => {
      clearTimeout(timer);
      if (this.dials.get(origin) === dial) this.dials.delete(origin);
      resolveDial(isThere);
    };
    const timer = setTimeout(() => settle(false), this.followMs).unref();
    this.dials.set(origin, dial);
    return settle;
  }

  /** Makes a connection of a socket once the receiver has sent its settings, and says so, or why there is none. */
  private async adopt(socket: Socket, origin: string, leftMs: number): Promise<Error> {
    const connection = new Http2Connection(socket, origin, () => this.remove(connection, origin));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      connection.destroy();
    }, leftMs);
    const isReady = await connection.isReady;
    clearTimeout(timer);
    if (!isReady || connection.isGone()) return isLate ? new UnreadyError() : new BrokenError();
    if (this.isClosed) connection.destroy();
    this.remember(origin);
    const connections = this.open.get(origin) ?? new Set();
    this.open.set(origin, connections.add(connection));
    return new SpeaksHttp2Error(connection);
  }

  private remove(connection: Http2Connection, origin: string): void {
    const connections = this.open.get(origin);
    connections?.delete(connection);
    if (connections?.size === 0) this.open.delete(origin);
  }

  private remember(origin: string): void {
    const [first] = this.known;
    if (this.known.size >= MAX_KNOWN && first !== undefined) this.known.delete(first);
    this.known.add(origin);
  }
}

/** Whether HTTP/2 was agreed upon; without TLS nothing is. */
function isHttp2(socket: Socket | TLSSocket): boolean {
  return "alpnProtocol" in socket && socket.alpnProtocol === "h2";
}

import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import { Http2Connection } from "@/lib/webhooks/delivery/http/http2-connection";
import { BrokenError, SpeaksHttp2Error, UnreadyError } from "@/lib/webhooks/delivery/http/http2-errors";

/** The most origins that are remembered as HTTP/2: a connection there serves all waiting requests. */
const MAX_KNOWN = 1_000;

/** The time for which requests wait for a connection that another one makes. */
const FOLLOW_MS = 1_000;

/**
 * The open HTTP/2 connections, by origin. One connector makes all connections, and the receiver chooses the protocol
 * each time. A receiver that no longer offers HTTP/2 gets HTTP/1.1 from then on.
 */
export class Http2Connections {
  private readonly open = new Map<string, Set<Http2Connection>>();
  private readonly dials = new Map<string, Promise<boolean>>();
  private readonly known = new Set<string>();
  private readonly connectTimeoutMs: number;
  private readonly followMs: number;
  private isClosed = false;

  /**
   * @param connectTimeoutMs the longest time until a connection has the receiver's settings, in milliseconds.
   * @param followMs the time for which requests wait for another's connection, before each makes its own.
   */
  constructor({ connectTimeoutMs, followMs }: { connectTimeoutMs: number; followMs?: number }) {
    this.connectTimeoutMs = connectTimeoutMs;
    this.followMs = followMs ?? FOLLOW_MS;
  }

  /** Returns a connection that may take another request. */
  find(origin: string): Http2Connection | undefined {
    for (const connection of this.open.get(origin) ?? []) if (connection.hasRoom()) return connection;
    return undefined;
  }

  /**
   * Returns the connection attempt to an origin that used HTTP/2 last. It resolves to true when the connection uses
   * HTTP/2, and to false when requests need not wait for it any longer.
   */
  dialTo(origin: string): Promise<boolean> | undefined {
    return this.known.has(origin) ? this.dials.get(origin) : undefined;
  }

  /**
   * Returns the connector for an undici agent. It passes HTTP/1.1 sockets to the agent. For HTTP/2 it fails with a
   * `SpeaksHttp2Error` that has the connection.
   * @param connect a connector that offers both protocols.
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

  /** Ends all connections, and those that are still being made. */
  close(): void {
    this.isClosed = true;
    for (const connections of this.open.values()) for (const connection of connections) connection.destroy();
  }

  /**
   * Lets other requests wait for a connection attempt. The returned function ends their wait, and tells them whether
   * there is a connection.
   */
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

  /**
   * Makes a connection of a socket after the receiver has sent its settings. Returns the error that has the
   * connection, or the failure.
   */
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

/** Returns whether HTTP/2 was agreed on. Without TLS it never is. */
function isHttp2(socket: Socket | TLSSocket): boolean {
  return "alpnProtocol" in socket && socket.alpnProtocol === "h2";
}

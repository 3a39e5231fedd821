import type { Server } from "node:http";
import type { Socket } from "node:net";
import { callerOf } from "@/lib/http/body/client-address";

/** The lifetime of a connection without a request, in milliseconds, while half of the limit is in use. */
const UNUSED_MS = 5_000;

const CHECK_MS = 1_000;

type OpenConnection = {
  socket: Socket;
  caller: string;
  openedAt: number;
  /** The number of requests without a complete answer. */
  requests: number;
};

/**
 * The open connections of a worker, counted by caller (rules: connections). A caller with many connections loses some
 * of them before other callers do.
 */
export class OpenConnections {
  /** Connections by caller. In each set, the connection whose last request ended first comes first. */
  private readonly byCaller = new Map<string, Set<OpenConnection>>();
  private readonly bySocket = new Map<Socket, OpenConnection>();
  /** Connections without a request so far, oldest first. */
  private readonly unused = new Set<OpenConnection>();
  private readonly maxConnections: number;

  /**
   * Counts a server's connections.
   * @param unusedMs see `UNUSED_MS`.
   */
  constructor(server: Server, maxConnections: number, unusedMs = UNUSED_MS) {
    this.maxConnections = maxConnections;
    server.on("request", ({ socket }, response) => {
      const connection = this.bySocket.get(socket);
      if (!connection) return;
      this.unused.delete(connection);
      connection.requests++;
      response.once("close", () => this.noteAnswered(connection));
    });
    setInterval(() => this.closeUnused(unusedMs), Math.min(CHECK_MS, unusedMs)).unref();
  }

  /**
   * Adds a connection. At the limit it closes another one to make room.
   * @returns false if no connection can be closed. The caller must then close the new one.
   */
  add(socket: Socket): boolean {
    const caller = callerOf(socket.remoteAddress ?? "");
    if (this.bySocket.size >= this.maxConnections && !this.makeRoom(caller)) return false;
    const connection = { socket, caller, openedAt: performance.now(), requests: 0 };
    this.bySocket.set(socket, connection);
    this.unused.add(connection);
    const own = this.byCaller.get(caller);
    if (own) own.add(connection);
    else this.byCaller.set(caller, new Set([connection]));
    socket.once("close", () => this.remove(connection));
    return true;
  }

  /**
   * Closes the longest idle connection of the caller with the most connections. If all of these have requests in
   * progress, it closes the one whose last request ended first. `newcomer` must then have at least two connections less.
   * @returns whether a connection was closed.
   */
  makeRoom(newcomer?: string): boolean {
    let most = new Set<OpenConnection>();
    for (const connections of this.byCaller.values()) if (connections.size > most.size) most = connections;
    const victim = firstIdle(most) ?? this.oldestIfMore(most, newcomer);
    if (!victim) return false;
    this.close(victim);
    return true;
  }

  private oldestIfMore(most: Set<OpenConnection>, newcomer: string | undefined): OpenConnection | undefined {
    const own = newcomer === undefined ? 0 : (this.byCaller.get(newcomer)?.size ?? 0);
    if (most.size <= own + 1) return undefined;
    const [oldest] = most;
    return oldest;
  }

  private noteAnswered(connection: OpenConnection): void {
    connection.requests--;
    const own = this.byCaller.get(connection.caller);
    if (own?.delete(connection)) own.add(connection);
  }

  private closeUnused(unusedMs: number): void {
    const openedBefore = performance.now() - unusedMs;
    for (const connection of this.unused) {
      if (this.bySocket.size < this.maxConnections / 2 || connection.openedAt > openedBefore) return;
      this.close(connection);
    }
  }

  /** Frees the connection's place at once. The socket reports the close later. */
  private close(connection: OpenConnection): void {
    this.remove(connection);
    connection.socket.destroy();
  }

  private remove(connection: OpenConnection): void {
    const own = this.byCaller.get(connection.caller);
    own?.delete(connection);
    if (own?.size === 0) this.byCaller.delete(connection.caller);
    this.bySocket.delete(connection.socket);
    this.unused.delete(connection);
  }
}

function firstIdle(connections: Iterable<OpenConnection>): OpenConnection | undefined {
  for (const connection of connections) if (connection.requests === 0) return connection;
  return undefined;
}

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The times of a drain, in milliseconds. */
export type DrainTimes = {
  /** The longest time for the responses to requests. */
  answerMs: number;
  /** The time for which an idle connection stays open: a request that is on its way is answered, as its last. */
  idleMs: number;
  /** The time that a client has to close a connection that the server has ended. */
  lingerMs: number;
};
const DRAIN_TIMES: DrainTimes = { answerMs: 10_000, idleMs: 1_500, lingerMs: 500 };

const LOOK_MS = 20;

/**
 * The most requests of one connection that are handled at once. A client that pipelines more loses the connection:
 * each request uses memory, and a single packet holds thousands. Node itself limits the answers that it keeps.
 */
const MAX_PIPELINED = 1_000;

/** The state of a connection. */
type Connection = {
  /** Responses that have not been written out yet. */
  responses: Set<ServerResponse>;
  /**
   * The number of bytes that had arrived when the last request was answered. If there are more, another request is
   * arriving.
   */
  answeredBytes: number;
  isEnded: boolean;
};

/**
 * Follows the connections of an HTTP server and their requests. It ends them without a reset, so that every request
 * that was sent is answered. It emits `close` on every response whose connection has closed.
 */
export class HttpDrain {
  private readonly server: Server;
  private readonly connections = new Map<Socket, Connection>();
  private readonly times: DrainTimes;
  private isDraining = false;

  constructor(server: Server, times: DrainTimes = DRAIN_TIMES) {
    this.server = server;
    this.times = times;
    server.on("connection", (socket) => {
      const connection: Connection = { responses: new Set(), answeredBytes: 0, isEnded: false };
      this.connections.set(socket, connection);
      socket.once("close", () => {
        this.connections.delete(socket);
        connection.isEnded = true;
        for (const response of connection.responses) closeQueued(response);
      });
    });
  }

  /**
   * Notes a request. A client that pipelines one too many loses its connection.
   * @returns false for a request that came after its connection was ended. It must not be executed, since no client
   * would get the answer.
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const connection = this.connections.get(socket);
    if (connection && pipelinesTooMany(connection)) {
      connection.isEnded = true;
      socket.destroy();
    }
    if (!connection || connection.isEnded) {
      // Unread data would reset the connection.
      request.resume();
      return false;
    }
    connection.responses.add(response);
    response.once("close", () => {
      connection.responses.delete(response);
      connection.answeredBytes = socket.bytesRead;
    });
    if (this.isDraining) sayLast(response);
    return true;
  }

  /** Returns the responses of a connection that are not written out yet, in the order of their requests. */
  responsesOf(socket: Socket): ReadonlySet<ServerResponse> {
    return this.connections.get(socket)?.responses ?? new Set();
  }

  /**
   * Stops accepting, and lets requests be answered within ten seconds, each as the last of its connection. An idle
   * connection is ended after a while with a FIN, and not closed: data that arrives at that moment is still read.
   */
  async run(): Promise<void> {
    // The HTTP server's own `close` would close idle connections at once, even with a request on its way.
    NetServer.prototype.close.call(this.server);
    this.isDraining = true;
    for (const { responses } of this.connections.values())
      for (const response of responses) {
        sayLast(response);
        endEvents(response);
      }
    const { answerMs, idleMs, lingerMs } = this.times;
    const beganAt = performance.now();
    while (this.connections.size > 0 && performance.now() - beganAt < answerMs) {
      if (performance.now() - beganAt >= idleMs) this.endIdle();
      if ([...this.connections.values()].every(({ isEnded }) => isEnded)) break;
      await sleep(LOOK_MS);
    }
    const lingerUntil = performance.now() + lingerMs;
    while (this.connections.size > 0 && performance.now() < lingerUntil) await sleep(LOOK_MS);
    for (const socket of this.connections.keys()) socket.destroy();
  }

  private endIdle(): void {
    for (const [socket, connection] of this.connections) {
      const isIdle = connection.responses.size === 0 && socket.bytesRead === connection.answeredBytes;
      if (!isIdle || connection.isEnded) continue;
      connection.isEnded = true;
      socket.end();
    }
  }
}

/**
 * Returns whether a connection pipelines too many requests. It counts only at every thousandth request, so that a
 * request's cost does not grow with their number.
 */
function pipelinesTooMany({ responses }: Connection): boolean {
  if (responses.size === 0 || responses.size % MAX_PIPELINED !== 0) return false;
  let worked = 0;
  for (const { writableEnded } of responses) if (!writableEnded) worked++;
  return worked >= MAX_PIPELINED;
}

/** Ends a stream of events, which has no end of its own: its page goes on with another server. */
function endEvents(response: ServerResponse): void {
  if (String(response.getHeader("content-type")).startsWith("text/event-stream")) response.end();
}

/** Asks the client to send its next request on another connection, which reaches a server that goes on. */
function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/**
 * Emits `close` on a response whose connection has closed. Node only does that for the response that is being
 * written, and not for those of requests that were pipelined behind it. Code that waits for their `close` would wait
 * for ever.
 */
function closeQueued(response: ServerResponse): void {
  // Node emits it on a response that has a socket, or is finished.
  if (response.socket || response.writableFinished) return;
  response.destroy();
  response.emit("close");
}

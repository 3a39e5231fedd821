import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * How many connections a worker has open at once. With files and database connections, that is well below the
 * usual limit of descriptors.
 */
const MAX_CONNECTIONS = 10_000;

/** What a worker does with the primary's messages about connections. */
export type ConnectionTaker = {
  /** Serves a connection. There is no socket where the client has left. */
  take(socket: Socket | undefined): void;
  /**
   * Notes that a connection was sent. Messages come in order, so that a connection that has not come was
   * dropped.
   */
  noteSent(): void;
};

/**
 * Gives an HTTP server the connections that the primary has accepted. One too many is closed.
 * @param say tells the primary what became of each, once.
 * @param maxConnections how many may be open at once.
 */
export function takeConnections(
  server: Server,
  say: (outcome: "taken" | "missed") => void,
  maxConnections = MAX_CONNECTIONS,
): ConnectionTaker {
  let open = 0;
  let hasCome = false;
  return {
    take: (socket) => {
      hasCome = true;
      if (socket && open >= maxConnections) socket.destroy();
      else if (socket) {
        open++;
        socket.once("close", () => open--);
        // As for connections that an HTTP server accepts itself.
        socket.allowHalfOpen = true;
        server.emit("connection", socket);
      }
      say("taken");
    },
    noteSent: () => {
      if (!hasCome) say("missed");
      hasCome = false;
    },
  };
}

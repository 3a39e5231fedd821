import type { Server } from "node:http";
import type { Socket } from "node:net";
import { OpenConnections } from "@/server/http/connections/open-connections";

/**
 * The most connections that a worker has open at once. With files and database connections, that is well below the
 * usual limit of descriptors.
 */
const MAX_CONNECTIONS = 10_000;

/** A worker's handlers of the primary's messages about connections. */
export type ConnectionTaker = {
  /** Serves a connection. There is no socket if the client has left. */
  take(socket: Socket | undefined): void;
  /** Notes that a connection was sent. Messages come in order, so a connection that has not come was dropped. */
  noteSent(): void;
};

/**
 * Passes the connections that the primary has accepted to an HTTP server. At the limit, or without a free descriptor,
 * it closes a connection of the caller with the most (rules: connections).
 * @param say reports the outcome of each connection to the primary, once.
 * @param maxConnections the most connections that are open at once.
 */
export function takeConnections(
  server: Server,
  say: (outcome: "taken" | "missed") => void,
  maxConnections = MAX_CONNECTIONS,
): ConnectionTaker {
  const open = new OpenConnections(server, maxConnections);
  let hasCome = false;
  return {
    take: (socket) => {
      hasCome = true;
      if (socket && !open.add(socket)) socket.destroy();
      else if (socket) {
        // An HTTP server sets this for the connections that it accepts itself.
        socket.allowHalfOpen = true;
        server.emit("connection", socket);
      }
      say("taken");
    },
    noteSent: () => {
      if (!hasCome) {
        open.makeRoom();
        say("missed");
      }
      hasCome = false;
    },
  };
}

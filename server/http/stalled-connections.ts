import type { Server } from "node:http";
import type { Socket } from "node:net";

/** So long may a client take nothing of an answer that waits for it (rules: heavy requests). */
const STALLED_MS = 30_000;

/** Looks that find nothing new before a client counts as stalled: a server that is busy for a moment looks less often. */
const LOOKS = 4;

/** How much of what was written has left, and how many looks have found it that much. */
type Progress = { sent: number; looks: number };

/**
 * Ends connections whose client does not read: what waits for it is kept in memory, whoever made it. A slow client goes
 * on as long as anything leaves. What is being worked on, and has nothing to be read yet, is left alone.
 * @param stalledMs how long nothing may leave, in milliseconds.
 */
export function endStalledConnections(server: Server, stalledMs = STALLED_MS): void {
  const connections = new Map<Socket, Progress>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { sent: 0, looks: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, progress] of connections) {
      const sent = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || sent !== progress.sent) {
        progress.sent = sent;
        progress.looks = 0;
      } else if (++progress.looks >= LOOKS) {
        // A reset: nothing of it stays in the system's buffers either.
        socket.resetAndDestroy();
      }
    }
  }, stalledMs / LOOKS);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

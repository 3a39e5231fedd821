import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take nothing of an answer that waits for it (rules: heavy requests). */
const STALLED_MS = 30_000;

/**
 * How many checks without progress make a client a stalled one. A server that is busy for a moment checks
 * less often.
 */
const LOOKS = 4;

/** How many bytes have left, and how many checks have found the same number. */
type Progress = { sent: number; looks: number };

/**
 * Ends connections whose client does not read, since an answer that waits for it takes memory. A slow client
 * goes on as long as anything leaves. A request without an answer yet is left alone.
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

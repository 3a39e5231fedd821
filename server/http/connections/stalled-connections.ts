import type { Server } from "node:http";
import type { Socket } from "node:net";

/** The time for which a client may read nothing of an answer that waits for it (rules: heavy requests). */
const STALLED_MS = 30_000;

/** The number of checks without progress after which a client counts as stalled. A busy server checks less often. */
const LOOKS = 4;

/** The number of bytes that have left, and the number of checks that have found the same. */
type Progress = { sent: number; looks: number };

/**
 * Ends connections whose client does not read, since an answer that waits for it uses memory. A slow client may go on
 * as long as any bytes leave. A request without an answer yet is ignored.
 * @param stalledMs the time without progress, in milliseconds.
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
        // A reset also removes the data from the system's buffers.
        socket.resetAndDestroy();
      }
    }
  }, stalledMs / LOOKS);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

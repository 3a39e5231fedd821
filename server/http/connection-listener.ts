import { createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { listen } from "@/server/http/http-server";

/** So long a busy listener looks for a moment without a new connection in which to close. */
const QUIET_WITHIN_MS = 200;

export type ConnectionListener = {
  port: number;
  /** Stops listening: whoever connects afterwards is refused. */
  close(): Promise<void>;
};

/**
 * Accepts connections without reading from them, so that another process can be given them.
 * @throws CommandError when the port cannot be listened on.
 */
export async function listenForConnections(
  port: number,
  host: string,
  accept: (socket: Socket) => void,
): Promise<ConnectionListener> {
  let accepted = 0;
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    accepted++;
    accept(socket);
  });
  // It looks at what it accepted, and that is dealt out; whether it has closed is not waited for.
  const listening = await listen(server, port, host);
  return {
    port: listening,
    close: async () => {
      // What the kernel has established and nobody has accepted is reset when a listener closes. One connection is
      // accepted a turn: after a turn without any, there is none.
      const deadline = performance.now() + QUIET_WITHIN_MS;
      let before: number;
      do {
        before = accepted;
        await nextTurn();
        await nextTurn();
      } while (accepted > before && performance.now() < deadline);
      server.close();
    },
  };
}

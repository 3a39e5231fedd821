import { createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { listen } from "@/server/base/listen";

/** How long a busy listener looks for a turn without a new connection, in which to close. */
const QUIET_WITHIN_MS = 200;

export type ConnectionListener = {
  port: number;
  /** Stops listening: later connections are refused. */
  close(): Promise<void>;
};

/**
 * Accepts connections without reading from them, so that they can be given to another process.
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
  // The close waits for accepted connections, which were dealt out; nobody waits for the close.
  const listening = await listen(server, port, host);
  return {
    port: listening,
    close: async () => {
      // A closing listener resets connections that the kernel has established and nobody has accepted. One
      // connection is accepted a turn, so after a turn without any there is none.
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

import { createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { listen } from "@/server/base/listen";

/** The time for which a listener looks for a turn of the event loop in which it can close. */
const CLOSE_WITHIN_MS = 1_000;
/** A turn that lasts longer is not trusted: a connection may have come after the system was asked for one. */
const SHORT_TURN_MS = 0.1;

export type ConnectionListener = {
  port: number;
  /** Stops listening: later connections are rejected. */
  close(): Promise<void>;
};

/**
 * Accepts connections without reading from them, so that another process can get them.
 * @throws CommandError if the port cannot be listened on.
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
  // The close waits for accepted connections, which were dealt out. No code waits for the close.
  const listening = await listen(server, port, host);
  return {
    port: listening,
    close: async () => {
      await quietTurn(() => accepted);
      server.close();
    },
  };
}

/**
 * Waits for a short turn of the event loop without a new connection. A closing listener resets connections that the
 * kernel has established and that were not accepted yet: those of the last tenth of a millisecond.
 */
async function quietTurn(accepted: () => number): Promise<void> {
  const deadline = performance.now() + CLOSE_WITHIN_MS;
  let before: number;
  let beganAt: number;
  let now: number;
  do {
    before = accepted();
    beganAt = performance.now();
    await nextTurn();
    now = performance.now();
  } while ((accepted() > before || now - beganAt > SHORT_TURN_MS) && now < deadline);
}

import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Ports below those that systems give to connections, and above those of well-known services. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

/** How many ports are tried before it is for the system to say. */
const MAX_TRIES = 20;

/**
 * A port of 127.0.0.1 that nothing listens on at the moment. One that the system chooses is of those that it gives to
 * connections: another process may have it for a moment just when it is to be listened on.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isPortFree(port)) return port;
  }
  return listenOn(0);
}

/** Whether a port of 127.0.0.1 can be listened on at the moment. */
export function isPortFree(port: number): Promise<boolean> {
  return listenOn(port).then(
    () => true,
    () => false,
  );
}

/** Listens on a port, and stops at once. @returns which it was. */
function listenOn(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}

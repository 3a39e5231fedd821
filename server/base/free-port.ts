import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Ports below those that systems choose for connections, and above those of well-known services. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

/** The number of ports that are tried before the system chooses one. */
const MAX_TRIES = 20;

/**
 * Returns a port of 127.0.0.1 that is free at the moment. A port that the system chooses is less safe: it is from the
 * range of connections, and another process may use it just before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isPortFree(port)) return port;
  }
  return listenOn(0);
}

/** Returns whether a port of 127.0.0.1 is free at the moment. */
export function isPortFree(port: number): Promise<boolean> {
  return listenOn(port).then(
    () => true,
    () => false,
  );
}

/**
 * Listens on a port, and stops at once.
 * @returns the port.
 */
function listenOn(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { listenForConnections } from "@/server/http/connections/connection-listener";

const CLIENTS = 100;

/** Returns a client's outcome: the greeting that it got, or the code of its error. */
async function outcomeOf(client: Socket): Promise<string> {
  const failed = once(client, "error").then(([error]) => (error as NodeJS.ErrnoException).code ?? "");
  return Promise.race([once(client, "data").then(String), failed]);
}

it("accepts what has connected before it closes, and refuses what comes later", async () => {
  const listener = await listenForConnections(0, "127.0.0.1", (socket) => socket.end("Hello"));
  const open = () => connect({ port: listener.port, host: "127.0.0.1" });
  const clients = Array.from({ length: CLIENTS }, () => outcomeOf(open()));
  // All connections are established by now, and few are accepted.
  await nextTurn();
  await listener.close();
  expect([...new Set(await Promise.all(clients))]).toEqual(["Hello"]);
  expect(await outcomeOf(open())).toBe("ECONNREFUSED");
});

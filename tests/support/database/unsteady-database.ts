import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { byTcp } from "@/tests/support/database/by-socket";

/**
 * Opens a connection to the test's database that can fail like a network. It counts connection attempts. It
 * can refuse connections, ignore all data, or break off when a text is sent.
 */
export async function unsteadyDatabase(databaseUrl: string) {
  const target = byTcp(databaseUrl);
  const open = new Set<Socket>();
  const state = { connections: 0, mode: "passes" as "passes" | "refuses" | "says-nothing", cutAt: "" };
  const server = createServer((client) => {
    state.connections++;
    open.add(client);
    client.once("close", () => open.delete(client));
    client.on("error", () => {});
    if (state.mode === "refuses") client.destroy();
    if (state.mode === "passes") pass(client);
  });
  const pass = (client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    upstream.on("error", () => client.destroy());
    client.on("data", (chunk: Buffer) => {
      upstream.write(chunk);
      if (state.cutAt !== "" && chunk.includes(state.cutAt)) client.destroy();
    });
    upstream.on("data", (chunk: Buffer) => void (client.destroyed || client.write(chunk)));
    upstream.once("close", () => client.destroy());
    // The statement runs all the same, as if its response were lost.
    client.once("close", () => upstream.end());
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = byTcp(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    state,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

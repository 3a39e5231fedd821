import { once } from "node:events";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Reply } from "@/lib/http/reply/reply";
import { listen } from "@/server/base/listen";
import { createGatewayServer } from "@/server/http/http-server";
import { writeReply } from "@/server/http/write-reply";

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const STALLED_MS = 400;
const LONG = "x".repeat(20_000_000);
const long: RequestListener = (_, response) => writeReply(new Reply(LONG, {}), response);

async function open(pages: RequestListener): Promise<Socket> {
  ({ server } = createGatewayServer(pages, 0, undefined, { stalledMs: STALLED_MS }));
  const socket = connect(await listen(server, 0, "127.0.0.1"), "127.0.0.1");
  // A client that does not read may not learn of the reset.
  sockets.push(socket.pause().on("error", () => {}));
  return socket;
}

const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe("a client that does not read", () => {
  it("a long answer loses its connection", async () => {
    const socket = await open(long);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(connections).toBe(1);
    await expect.poll(connections).toBe(0);
  });

  it("many short ones, asked for one behind the other, loses it too", async () => {
    const socket = await open((_, response) => response.end("x".repeat(1_000)));
    const requests = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1_000);
    const more = () => {
      while (!socket.destroyed && socket.write(requests));
    };
    socket.on("drain", more);
    more();
    await expect.poll(connections).toBe(1);
    await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  });
});

it("leaves alone who reads slowly, and who waits for what takes long", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  let slow: ServerResponse | undefined;
  const socket = await open((request, response) => {
    if (request.url === "/slow") slow = response;
    else long(request, response);
  });
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  let read = 0;
  let turn = 0;
  // The client reads enough at a time for the system to send more: the system reports no smaller reads.
  socket.on("data", (chunk) => {
    read += chunk.length;
    turn += chunk.length;
    if (turn > 2_000_000) socket.pause();
  });
  while (read < LONG.length) {
    turn = 0;
    socket.resume();
    await expect.poll(() => socket.isPaused() || read >= LONG.length, { interval: 5 }).toBe(true);
    vi.advanceTimersByTime(STALLED_MS / 4);
    expect(socket.destroyed).toBe(false);
  }
  socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  socket.resume();
  await expect.poll(() => slow).toBeDefined();
  vi.advanceTimersByTime(5 * STALLED_MS);
  slow?.end("at last");
  const [last] = await once(socket, "data");
  expect(String(last)).toContain("at last");
});

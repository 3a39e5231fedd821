import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listen } from "@/server/base/listen";
import { OpenConnections } from "@/server/http/connections/open-connections";

const CROWD = "127.0.0.2";
const OTHER = "127.0.0.3";

let server: Server;
const clients: Socket[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.destroy();
  server.close();
});

/** Starts a server with a limit of connections. It answers `/` at once and holds other requests. */
async function serve(maxConnections: number, unusedMs?: number) {
  const kept: ServerResponse[] = [];
  server = createServer((request, response) => {
    if (request.url === "/") response.end("ok");
    else kept.push(response);
  });
  const open = new OpenConnections(server, maxConnections, unusedMs);
  server.prependListener("connection", (socket) => {
    if (!open.add(socket)) socket.destroy();
  });
  const port = await listen(server, 0, "127.0.0.1");

  /** Opens a connection from an address, and resolves when the server has seen it. */
  async function openFrom(address: string): Promise<Socket> {
    const client = connect({ port, host: "127.0.0.1", localAddress: address });
    client.on("error", () => {});
    clients.push(client);
    await Promise.all([once(client, "connect"), once(server, "connection")]);
    return client;
  }
  return { connectFrom: openFrom, kept };
}

/** Sends a request and resolves with the first line of its answer; empty if the connection closes instead. */
async function get(client: Socket, path = "/"): Promise<string> {
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const closed = once(client, "close").then(() => [""]);
  const [answer] = await Promise.race([once(client, "data"), closed]);
  return String(answer).split("\r\n", 1)[0] ?? "";
}

const OK = "HTTP/1.1 200 OK";

describe("open connections", () => {
  it("leave room for another address when one has opened all", async () => {
    const { connectFrom } = await serve(20);
    const crowd: Socket[] = [];
    for (let opened = 0; opened < 30; opened++) crowd.push(await connectFrom(CROWD));
    const others = await Promise.all(Array.from({ length: 5 }, () => connectFrom(OTHER)));
    for (let opened = 0; opened < 30; opened++) crowd.push(await connectFrom(CROWD));
    for (const other of others) expect(await get(other)).toBe(OK);
    expect(await get(crowd.at(-1) as Socket)).toBe(OK);
    await expect.poll(() => crowd.filter(({ destroyed }) => destroyed)).toHaveLength(60 - 15);
  });

  it("close the one whose last request ended first", async () => {
    const { connectFrom } = await serve(3);
    const [first, second, third] = [
      await connectFrom(CROWD),
      await connectFrom(CROWD),
      await connectFrom(CROWD),
    ];
    expect(await get(first)).toBe(OK);
    await connectFrom(OTHER);
    await expect.poll(() => second.destroyed).toBe(true);
    expect(await get(first)).toBe(OK);
    expect(await get(third)).toBe(OK);
  });

  it("close an idle one of the address before one with a request in progress", async () => {
    const { connectFrom, kept } = await serve(2);
    const busy = await connectFrom(CROWD);
    const answer = get(busy, "/kept");
    await expect.poll(() => kept.length).toBe(1);
    const idle = await connectFrom(CROWD);
    await connectFrom(OTHER);
    await expect.poll(() => idle.destroyed).toBe(true);
    kept[0]?.end("ok");
    expect(await answer).toBe(OK);
  });

  it("close a request of the address with the most instead of refusing another address", async () => {
    const { connectFrom, kept } = await serve(3);
    const crowd = [await connectFrom(CROWD), await connectFrom(CROWD), await connectFrom(CROWD)];
    const answers = crowd.map((client) => get(client, "/kept"));
    await expect.poll(() => kept.length).toBe(3);
    expect(await get(await connectFrom(OTHER))).toBe(OK);
    expect(await answers[0]).toBe("");
    // The address with the most gets no further connection while all its connections have requests in progress.
    const refused = await connectFrom(CROWD);
    await expect.poll(() => refused.destroyed).toBe(true);
  });

  it("live a while without a request when half of the places are in use", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
    const { connectFrom } = await serve(8, 150);
    const used = await connectFrom(OTHER);
    expect(await get(used)).toBe(OK);
    const [early, ...others] = [await connectFrom(CROWD), await connectFrom(CROWD)];
    vi.advanceTimersByTime(500);
    // A connection that the server had closed would learn of it before this response.
    expect(await get(used)).toBe(OK);
    expect([early, ...others].map((client) => client?.destroyed)).toEqual([false, false]);
    for (let opened = 0; opened < 3; opened++) others.push(await connectFrom(CROWD));
    vi.advanceTimersByTime(500);
    // Three connections remain, which is less than half.
    await expect.poll(() => others.filter(({ destroyed }) => !destroyed).length + 1).toBe(3);
    expect(early?.destroyed).toBe(true);
    expect(await get(used)).toBe(OK);
  });
});

import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen } from "@/server/base/listen";
import type { DrainTimes } from "@/server/http/http-drain";
import { createGatewayServer, type GatewayServer } from "@/server/http/http-server";

const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** Idle connections end soon. */
const SOON: DrainTimes = { answerMs: 10_000, idleMs: 50, lingerMs: 5_000 };

let gateway: GatewayServer;
let port: number;
let handled: number;
/** Responses that the test holds open. */
let held: ServerResponse[];
let isHolding: boolean;
/** The number of requests that Node has read, also those that are not handled. */
let read: number;
const accepted: Socket[] = [];

beforeEach(() => serve());

/** Starts the server with the given times. */
async function serve(drain?: DrainTimes): Promise<void> {
  // The server of `beforeEach` has no connections yet.
  if (drain) gateway.server.close();
  read = 0;
  accepted.length = 0;
  handled = 0;
  held = [];
  isHolding = false;
  const answer: RequestListener = ({ url }, response) => {
    handled++;
    if (isHolding) held.push(response);
    if (!isHolding || url === "/ended") response.end("done");
  };
  gateway = createGatewayServer(answer, 0, undefined, drain ? { drain } : {});
  gateway.server.on("request", () => read++);
  gateway.server.on("connection", (socket: Socket) => void accepted.push(socket));
  port = await listen(gateway.server, 0, "127.0.0.1");
}
afterEach(() => {
  gateway.server.closeAllConnections();
  gateway.server.close();
});

type Client = { socket: Socket; heard: () => string; ended: Promise<void>; closed: Promise<boolean> };

/** Opens a connection, uses it once and keeps it. */
async function keptConnection(): Promise<Client> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  socket.on("error", () => {});
  const ended = new Promise<void>((resolve) => socket.once("end", () => resolve()));
  const closed = new Promise<boolean>((resolve) => socket.once("close", (isFault) => resolve(isFault)));
  socket.write(REQUEST);
  await expect.poll(() => heard).toMatch(/keep-alive.*done$/s);
  return { socket, heard: () => heard, ended, closed };
}

it("answers a request that comes on a kept connection a moment later, as the last one", async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, keptConnection));
  const drained = gateway.drain();
  await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
  for (const { socket } of clients) socket.write(REQUEST);
  await drained;
  for (const { heard } of clients)
    await expect.poll(heard).toMatch(/keep-alive.*done.* 200 OK.*Connection: close.*done$/s);
});

it("ends a kept connection that brings nothing, without a reset", async () => {
  await serve(SOON);
  const { socket, heard, ended, closed } = await keptConnection();
  const before = heard();
  const drained = gateway.drain();
  await ended;
  socket.end();
  expect(await closed).toBe(false);
  expect(heard()).toBe(before);
  await drained;
});

it("neither carries out nor resets a request that comes on a connection which it has ended", async () => {
  await serve(SOON);
  const { socket, ended, closed } = await keptConnection();
  const drained = gateway.drain();
  await ended;
  socket.write(REQUEST);
  await expect.poll(() => read).toBe(2);
  socket.end();
  expect(await closed).toBe(false);
  expect(handled).toBe(1);
  await drained;
});

it("waits for a request of which it has a part", async () => {
  await serve(SOON);
  const { socket, heard } = await keptConnection();
  const idle = await keptConnection();
  const [first, rest] = [REQUEST.slice(0, 9), REQUEST.slice(9)];
  const before = accepted[0]?.bytesRead ?? 0;
  socket.write(first);
  await expect.poll(() => accepted[0]?.bytesRead).toBe(before + first.length);
  const drained = gateway.drain();
  await idle.ended;
  idle.socket.end();
  expect(await idle.closed).toBe(false);
  socket.write(rest);
  await drained;
  await expect.poll(heard).toMatch(/done.* 200 OK.*Connection: close.*done$/s);
});

describe("requests that are pipelined", () => {
  /** Sends several requests in one write, behind one without an answer. */
  function pipeline(count: number, behind: string): Socket {
    isHolding = true;
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(REQUEST + behind.repeat(count));
    return socket;
  }

  it.each([
    ["not ended", 500, REQUEST],
    ["ended", 10, REQUEST.replace("/", "/ended")],
  ])("are told that their connection has closed, each once: %s", async (_, count, request) => {
    const socket = pipeline(count, request);
    await expect.poll(() => held.length).toBe(count + 1);
    const closed = new Map<ServerResponse, number>(held.map((response) => [response, 0]));
    for (const response of held) {
      response.on("close", () => closed.set(response, (closed.get(response) ?? 0) + 1));
    }
    socket.resetAndDestroy();
    await expect.poll(() => [...closed.values()].filter((times) => times > 0).length).toBe(count + 1);
    isHolding = false;
    await keptConnection();
    expect([...closed.values()].every((times) => times === 1)).toBe(true);
    expect(held.every(({ destroyed }) => destroyed)).toBe(true);
  });

  it("are a thousand at most: more cost the connection", async () => {
    const socket = pipeline(1_500, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await new Promise((resolve) => socket.once("close", resolve));
    await expect.poll(() => held.filter(({ destroyed }) => destroyed).length).toBe(1_000);
    expect(handled).toBe(1_000);
  });
});

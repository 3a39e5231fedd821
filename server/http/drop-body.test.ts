import { createServer, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listen } from "@/server/base/listen";
import { BodyDropper, type Pace } from "@/server/http/drop-body";

const KIB = 1024;

const closing: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) close();
});

/** Creates a server that drops each body at a pace, and clients that each send one of the given length. */
async function dropping(pace: Pace, clients: number, bytes: number) {
  const dropper = new BodyDropper(pace);
  const requests: IncomingMessage[] = [];
  const ended = vi.fn();
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(413, { "Content-Length": 2, Connection: "close" });
    response.write("no");
    dropper.drop(request, () => {
      ended();
      response.end();
    });
  });
  closing.push(() => server.close().closeAllConnections());
  const port = await listen(server, 0, "127.0.0.1");
  const sockets = Array.from({ length: clients }, () => {
    const socket: Socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes));
    return socket;
  });
  const read = () => requests.reduce((sum, { socket }) => sum + socket.bytesRead, 0);
  return { sockets, requests, ended, read };
}

/** Waits until a connection has closed for any reason. */
function closed(socket: Socket | undefined): Promise<void> {
  return new Promise((resolve) => socket?.resume().once("close", () => resolve()));
}

describe("bodies that are refused", () => {
  it("are read no further than the pace allows, those of all connections together", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { requests, read, ended } = await dropping(
      { burstBytes: 256 * KIB, bytesPerSecond: 1 },
      8,
      1_024 * KIB,
    );
    await expect.poll(() => requests.length).toBe(8);
    await expect.poll(() => requests.every((request) => request.isPaused())).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(requests.every((request) => request.isPaused())).toBe(true);
    expect(read()).toBeGreaterThan(256 * KIB);
    // Each connection reads the chunk that exceeds the room, and one that Node reads ahead.
    expect(read()).toBeLessThanOrEqual((256 + 8 * 2 * 64 + 8) * KIB);
    expect(ended).not.toHaveBeenCalled();
  });

  it("are read to their end in turns, and each client gets its answer", async () => {
    const { sockets, ended } = await dropping(
      { burstBytes: 64 * KIB, bytesPerSecond: 16 * 1_024 * KIB },
      8,
      512 * KIB,
    );
    const answers = await Promise.all(
      sockets.map(async (socket) => {
        let answer = "";
        for await (const data of socket) answer += data;
        return answer;
      }),
    );
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\n\r\nno$/);
    expect(ended).toHaveBeenCalledTimes(8);
  });

  it("are dropped no further once 8 MiB of one have come", async () => {
    const { sockets, ended, read } = await dropping(
      { burstBytes: 64 * 1_024 * KIB, bytesPerSecond: 1 },
      1,
      32 * 1_024 * KIB,
    );
    await closed(sockets[0]);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(read()).toBeLessThan(16 * 1_024 * KIB);
  });

  it("are done with at once where the client has left before", () => {
    const then = vi.fn();
    new BodyDropper().drop({ destroyed: true } as IncomingMessage, then);
    expect(then).toHaveBeenCalledTimes(1);
  });

  it("keep nobody's turn whose client has left", async () => {
    const { sockets, ended, requests } = await dropping(
      { burstBytes: 64 * KIB, bytesPerSecond: 1_024 * KIB },
      2,
      1_024 * KIB,
    );
    await expect.poll(() => requests.length).toBe(2);
    sockets[0]?.destroy();
    await closed(sockets[1]);
    await expect.poll(() => ended.mock.calls.length).toBe(2);
  });
});

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { jsonReply } from "@/lib/http/reply/json-reply";
import { Reply } from "@/lib/http/reply/reply";
import { listen } from "@/server/base/listen";
import { writeReply } from "@/server/http/write-reply";
import { countTurns } from "@/tests/support/count-turns";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const PIECE = "~".repeat(64_000);
const ALL = 400;

/** Serves 26 MB in pieces. Counts the pieces, and the most bytes that waited for the client when one was made. */
async function serve() {
  const count = { made: 0, mostWaiting: 0 };
  const ended = vi.fn();
  function* pieces(response: ServerResponse) {
    for (; count.made < ALL; count.made++) {
      count.mostWaiting = Math.max(count.mostWaiting, response.writableLength);
      yield PIECE;
    }
  }
  server = createServer((_, response) => writeReply(jsonReply(pieces(response), ended), response));
  return { port: await listen(server, 0, "127.0.0.1"), count, ended };
}

it("makes the pieces of a long answer as its client reads them", async () => {
  const { port, count, ended } = await serve();
  const socket = connect(port, "127.0.0.1");
  socket.write(REQUEST);
  const [, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  // The buffers of the two systems are full.
  await vi.waitUntil(() => response.writableNeedDrain);
  expect(ended).not.toHaveBeenCalled();
  const answer = await buffer(socket);
  expect(answer.filter((byte) => byte === 0x7e)).toHaveLength(ALL * PIECE.length);
  expect(answer.toString("latin1", 0, 1_000)).toContain("Content-Security-Policy: default-src 'none'");
  expect(ended).toHaveBeenCalledOnce();
  expect(count.mostWaiting).toBeLessThan(3 * PIECE.length);
});

it("lets others have their turn between two pieces, however quickly they leave", async () => {
  const counted = countTurns();
  const turns: number[] = [];
  function* pieces() {
    // Together they are less than the system accepts at once.
    for (let piece = 0; piece < 20; piece++) {
      turns.push(counted.soFar());
      yield "~".repeat(20_000);
    }
  }
  server = createServer((_, response) =>
    writeReply(
      jsonReply(pieces(), () => {}),
      response,
    ),
  );
  const socket = connect(await listen(server, 0, "127.0.0.1"), "127.0.0.1");
  socket.write(REQUEST);
  await buffer(socket);
  counted.end();
  // The first two are made at once, to see whether there are several.
  expect(new Set(turns).size).toBeGreaterThanOrEqual(19);
});

it("stops when the client goes away", async () => {
  const { port, count, ended } = await serve();
  const socket = connect(port, "127.0.0.1");
  socket.write(REQUEST);
  await vi.waitUntil(() => count.made > 0);
  socket.destroy();
  await vi.waitUntil(() => ended.mock.calls.length > 0);
  expect(count.made).toBeLessThan(ALL / 2);
});

it("says that an answer behind another one has ended when all of it is made", async () => {
  const ended = vi.fn();
  const first: ServerResponse[] = [];
  server = createServer((_, response) => {
    if (first.length > 0) writeReply(jsonReply(["a", "b"], ended), response);
    else first.push(response);
  });
  const socket = connect(await listen(server, 0, "127.0.0.1"), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2));
  await vi.waitUntil(() => ended.mock.calls.length > 0);
  first[0]?.end();
  await vi.waitUntil(() => socket.bytesRead > 0);
  expect(ended).toHaveBeenCalledOnce();
  socket.destroy();
});

it("asks for no piece where the client has gone before the answer was there", async () => {
  const ended = vi.fn();
  const answered = new Promise<void>((resolve) => {
    server = createServer((_, response) => {
      response.once("close", () => {
        writeReply(jsonReply(["a", "b"], ended), response);
        resolve();
      });
    });
  });
  const socket = connect(await listen(server, 0, "127.0.0.1"), "127.0.0.1");
  socket.write(REQUEST, () => socket.destroy());
  await answered;
  expect(ended).toHaveBeenCalledOnce();
});

it("cuts an answer off whose rest cannot be made", async () => {
  function* pieces() {
    yield "a";
    yield "b";
    throw new Error("There is no more.");
  }
  const ended = vi.fn();
  server = createServer((_, response) => writeReply(jsonReply(pieces(), ended), response));
  const socket = connect(await listen(server, 0, "127.0.0.1"), "127.0.0.1");
  socket.write(REQUEST);
  // The response lacks its last chunk.
  expect(await text(socket).catch(() => "")).not.toMatch(/0\r\n\r\n$/);
  await vi.waitUntil(() => ended.mock.calls.length > 0);
});

it("writes a short answer whole, with its length", async () => {
  server = createServer((_, response) => writeReply(new Reply("ā", {}), response));
  const socket = connect(await listen(server, 0, "127.0.0.1"), "127.0.0.1");
  socket.write(REQUEST);
  expect(await text(socket)).toMatch(/Content-Length: 2\r\n[\s\S]*\r\n\r\nā$/);
});

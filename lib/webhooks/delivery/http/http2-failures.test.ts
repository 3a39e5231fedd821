import { constants } from "node:http2";
import type { TLSSocket } from "node:tls";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FRAME, type RawReceiver, receiveRaw, toFrame, words } from "@/tests/support/webhooks/raw-http2";
import { clientFor } from "@/tests/support/webhooks/webhook-client";

const { NGHTTP2_CANCEL, NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants;
const BROKEN = "The connection was closed before the answer was complete.";

/** Posts the given number of requests at once. */
const postAll = (client: ReturnType<typeof clientFor>, url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => client.post(url, "{}", {})));

/** Returns a client that knows the receiver's HTTP/2 and has a connection there. */
async function connected(receiver: RawReceiver, options = {}) {
  const client = clientFor(receiver, options);
  expect(await client.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
  return client;
}

/** Returns the reason of each failure, or null. */
const errors = (results: { error: string | null }[]) => results.map(({ error }) => error);

describe("a connection over HTTP/2", () => {
  it.each<[string, (socket: TLSSocket) => void, number, string]>([
    ["closes", (socket) => void socket.destroy(), 60_000, BROKEN],
    ["sends nothing", (socket) => void socket.pause(), 300, "No connection within 0.3 seconds."],
  ])("that is agreed upon, and then %s, is a failure", async (_, onConnection, connectTimeoutMs, error) => {
    const receiver = await receiveRaw({ onConnection: ({ socket }) => onConnection(socket) });
    const client = clientFor(receiver, { connectTimeoutMs, timeoutMs: 60_000 });
    expect(errors(await postAll(client, receiver.url, 2))).toEqual([error, error]);
    for (const { socket } of receiver.connections) socket.resume();
    await expect.poll(() => receiver.connections.every(({ socket }) => socket.destroyed)).toBe(true);
  });

  it("that is long in coming holds up who waits for it for a second only", async () => {
    const receiver = await receiveRaw({
      onConnection(connection) {
        if (receiver.connections.length === 2) connection.socket.pause();
        else connection.write(FRAME.settings, 0);
      },
      onRequest(connection, id) {
        if (id === 3) connection.socket.destroy();
        else connection.answer(id);
      },
    });
    const client = await connected(receiver);
    expect(errors(await postAll(client, receiver.url, 1))).toEqual([BROKEN]);
    const results = await Promise.all(
      [1_500, 3_000].map((timeoutMs) => client.post(receiver.url, "{}", {}, { timeoutMs })),
    );
    expect(errors(results)).toEqual(["No answer within 1.5 seconds.", null]);
    expect(receiver.connections).toHaveLength(3);
  });

  it("that breaks ends what it carries, and nothing that comes after", async () => {
    const receiver = await receiveRaw({
      onRequest(connection, id) {
        if (receiver.connections.length > 1 || id === 1) connection.answer(id);
        else if (connection.ids.length === 51) connection.socket.destroy();
      },
    });
    const client = await connected(receiver);
    expect(errors(await postAll(client, receiver.url, 50))).toEqual(Array(50).fill(BROKEN));
    expect(errors(await postAll(client, receiver.url, 50))).toEqual(Array(50).fill(null));
    expect(receiver.connections).toHaveLength(2);
  });

  it("whose receiver says farewell ends what it carries, and what came too late goes over another", async () => {
    const receiver = await receiveRaw({
      onRequest(connection, id) {
        if (receiver.connections.length > 1 || id === 1) return connection.answer(id);
        if (connection.ids.length < 11) return;
        connection.write(FRAME.goaway, 0, words(11, NGHTTP2_NO_ERROR));
        for (const known of [3, 5, 7, 9, 11]) connection.answer(known);
      },
    });
    const client = await connected(receiver);
    expect(errors(await postAll(client, receiver.url, 10))).toEqual(Array(10).fill(null));
    expect(receiver.connections.map(({ ids }) => ids.length)).toEqual([11, 5]);
    await expect.poll(() => receiver.connections[0]?.socket.destroyed).toBe(true);
  });

  it("whose receiver says farewell in anger fails what it may have looked at", async () => {
    const receiver = await receiveRaw({
      onRequest(connection, id) {
        if (receiver.connections.length > 1 || id === 1) connection.answer(id);
        else if (connection.ids.length === 4)
          connection.write(FRAME.goaway, 0, words(5, NGHTTP2_ENHANCE_YOUR_CALM));
      },
    });
    const client = await connected(receiver);
    expect(errors(await postAll(client, receiver.url, 3))).toEqual([BROKEN, BROKEN, null]);
    expect(errors(await postAll(client, receiver.url, 1))).toEqual([null]);
  });

  it("over which an attempt timed out ends the others that it carries, and takes no more", async () => {
    let answerOther = () => {};
    const receiver = await receiveRaw({
      onRequest(connection, id) {
        if (id === 1) connection.answer(id);
        else if (connection.ids.length === 3) answerOther = () => connection.answer(id);
      },
    });
    const client = await connected(receiver);
    const hanging = client.post(receiver.url, "{}", {}, { timeoutMs: 150 });
    const other = client.post(receiver.url, "{}", {});
    expect(await hanging).toMatchObject({ timedOut: true, error: "No answer within 0.15 seconds." });
    expect(await client.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
    answerOther();
    expect(await other).toMatchObject({ ok: true });
    expect(receiver.connections.map(({ ids }) => ids.length)).toEqual([3, 1]);
    await expect.poll(() => receiver.connections[0]?.socket.destroyed).toBe(true);
    expect(receiver.connections[1]?.socket.destroyed).toBe(false);
  });
});

describe("a connection over HTTP/2 that was silent", () => {
  /** Advances the client's clock. */
  function skipTime(): (ms: number) => void {
    const now = performance.now.bind(performance);
    let skippedMs = 0;
    const spy = vi.spyOn(performance, "now").mockImplementation(() => now() + skippedMs);
    onTestFinished(() => spy.mockRestore());
    return (ms) => {
      skippedMs += ms;
    };
  }

  it.each([
    ["takes no more while nobody replies", false, 2],
    ["goes on while somebody replies", true, 1],
  ])("%s", async (_, isThere, connections) => {
    const skip = skipTime();
    let pings = 0;
    const receiver = await receiveRaw({
      repliesToPing() {
        pings += 1;
        return isThere;
      },
      onRequest(connection, id) {
        if (id !== 3) connection.answer(id);
      },
    });
    const client = await connected(receiver);
    skip(1_500);
    const hanging = client.post(receiver.url, "{}", {}, { timeoutMs: 1_000 });
    await expect.poll(() => pings).toBe(1);
    // The reply to the PING has arrived before this response.
    if (isThere) expect(await client.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
    skip(2_500);
    expect(await client.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
    expect(receiver.connections).toHaveLength(connections);
    expect(await hanging).toMatchObject({ timedOut: true });
  });

  it("is closed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const receiver = await receiveRaw({ onRequest: (connection, id) => connection.answer(id) });
    const client = await connected(receiver);
    vi.advanceTimersByTime(25_000);
    expect(await client.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
    expect(receiver.connections).toHaveLength(1);
    let seconds = 0;
    const isClosedLater = () => {
      vi.advanceTimersByTime(1_000);
      seconds++;
      return receiver.connections[0]?.socket.destroyed;
    };
    await expect.poll(isClosedLater, { interval: 5 }).toBe(true);
    expect(seconds).toBeGreaterThan(25);
  });

  it("gives way to a new one when it is old", async () => {
    const skip = skipTime();
    let answerSlow = () => {};
    const receiver = await receiveRaw({
      onRequest(connection, id) {
        if (id === 3) answerSlow = () => connection.answer(id);
        else connection.answer(id);
      },
    });
    const client = await connected(receiver);
    const slow = client.post(receiver.url, "{}", {});
    await expect.poll(() => receiver.connections[0]?.ids.length).toBe(2);
    skip(301_000);
    expect(await client.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
    answerSlow();
    expect(await slow).toMatchObject({ ok: true });
    expect(receiver.connections.map(({ ids }) => ids.length)).toEqual([2, 1]);
  });
});

describe("an answer over HTTP/2", () => {
  it.each([
    ["reset before it", NGHTTP2_INTERNAL_ERROR, false],
    ["cancelled before it", NGHTTP2_CANCEL, false],
    ["reset in its midst", NGHTTP2_INTERNAL_ERROR, true],
    ["cancelled in its midst", NGHTTP2_CANCEL, true],
  ])("that is %s is a failure, and its connection goes on", async (_, code, isBegun) => {
    const receiver = await receiveRaw({
      onRequest(connection, id) {
        if (id !== 3) return connection.answer(id);
        if (isBegun) connection.answer(id, false);
        connection.write(FRAME.reset, id, words(code));
      },
    });
    const client = await connected(receiver);
    expect(await client.post(receiver.url, "{}", {})).toMatchObject({
      ok: false,
      timedOut: false,
      statusCode: isBegun ? 200 : null,
      error: BROKEN,
    });
    expect(await client.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
    expect(receiver.connections).toHaveLength(1);
  });

  it("that is no longer wanted is read to a near end, so that nothing is reset", async () => {
    const receiver = await receiveRaw({
      onRequest(connection, id) {
        connection.answer(id, false);
        connection.write(FRAME.data, id, Buffer.alloc(2_000, "x"));
        const [before] = connection.ids.slice(-2);
        // A reset would arrive before the next request.
        if (before !== id) connection.write(FRAME.data, before ?? 0, Buffer.alloc(0), 1);
      },
    });
    const client = await connected(receiver);
    expect(await client.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
    expect(receiver.connections.map(({ resets }) => resets)).toEqual([[]]);
  });

  it("that comes before the request is read is whole, and the request's rest is not sent", async () => {
    const receiver = await receiveRaw({
      // SETTINGS_INITIAL_WINDOW_SIZE is 0.
      onConnection: ({ write }) => write(FRAME.settings, 0, Buffer.concat([Buffer.from([0, 4]), words(0)])),
      onRequest: (connection, id) => connection.answer(id),
    });
    await connected(receiver);
    await expect.poll(() => receiver.connections[0]?.resets).toEqual([1]);
  });

  it("that is a page nobody asked for ends its connection", async () => {
    const receiver = await receiveRaw({
      onRequest: (connection, id) =>
        connection.write(FRAME.push, id, Buffer.concat([words(2), Buffer.from([0x82])]), 4),
    });
    expect(await clientFor(receiver).post(receiver.url, "{}", {})).toMatchObject({
      ok: false,
      error: "The answer is not valid HTTP.",
    });
    await expect.poll(() => receiver.connections[0]?.socket.destroyed).toBe(true);
  });

  it.each([
    ["PING", FRAME.ping, Buffer.alloc(8)],
    ["SETTINGS", FRAME.settings, Buffer.alloc(0)],
    ["a frame of no known type", 0xfe, Buffer.alloc(1_000)],
  ])("before which %s comes without end ends its connection before the attempt's time", async (...flood) => {
    const [, type, payload] = flood;
    const frames = Buffer.concat(Array(1_000).fill(toFrame({ type, flags: 0, id: 0, payload })));
    const receiver = await receiveRaw({
      onRequest({ socket }) {
        const pour = () => {
          if (!socket.destroyed) socket.write(frames, () => setImmediate(pour));
        };
        pour();
      },
    });
    const result = await clientFor(receiver).post(receiver.url, "{}", {});
    expect(result).toMatchObject({ ok: false, timedOut: false });
    expect(result.durationMs).toBeLessThan(5_000);
    await expect.poll(() => receiver.connections[0]?.socket.destroyed).toBe(true);
  });

  it("of headers without end ends its connection, too", async () => {
    const piece = toFrame({ type: FRAME.continuation, flags: 0, id: 1, payload: Buffer.alloc(16_000, 0x88) });
    const receiver = await receiveRaw({
      onRequest(connection, id) {
        connection.write(FRAME.headers, id, Buffer.from([0x88]));
        const pour = () => {
          if (!connection.socket.destroyed) connection.socket.write(piece, () => setImmediate(pour));
        };
        pour();
      },
    });
    const result = await clientFor(receiver).post(receiver.url, "{}", {});
    expect(result).toMatchObject({ ok: false, timedOut: false });
    await expect.poll(() => receiver.connections[0]?.socket.destroyed).toBe(true);
  });
});

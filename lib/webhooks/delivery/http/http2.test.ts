import http2 from "node:http2";
import { describe, expect, it } from "vitest";
import { closedGate } from "@/tests/support/gate";
import { receiveHttp2, respondTo } from "@/tests/support/webhooks/http2-receiver";
import { clientFor, receive } from "@/tests/support/webhooks/webhook-client";

const BODY = '{"type":"SMS","body":"Kia ora, Māori 🥝"}';
const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = http2.constants;

const BROKEN = "The connection was closed before the answer was complete.";

/** Posts the given number of requests at once. */
const postAll = (client: ReturnType<typeof clientFor>, url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => client.post(url, BODY, {})));

/** Returns a client with a connection to the receiver. */
async function connected(receiver: Awaited<ReturnType<typeof receiveHttp2>>, options = {}) {
  const client = clientFor(receiver, options);
  expect(await client.post(receiver.url, BODY, {})).toMatchObject({ ok: true });
  return client;
}

describe("a receiver that offers HTTP/2", () => {
  it("gets what it would get over HTTP/1.1, and many requests over one connection", async () => {
    const bodies: string[] = [];
    const heads: http2.IncomingHttpHeaders[] = [];
    const receiver = await receiveHttp2({
      answer: async (stream, headers) => {
        heads.push(headers);
        let body = "";
        for await (const piece of stream.setEncoding("utf8")) body += piece;
        bodies.push(body);
        stream.respond({ ":status": 503, "retry-after": "120" });
        stream.end("later");
      },
    });
    const client = clientFor(receiver);
    const first = await client.post(`${receiver.url}?a=1`, BODY, { "X-Service-Delivery": "d1" });
    expect(first).toMatchObject({
      ok: false,
      statusCode: 503,
      responseBody: "later",
      retryAfterMs: 120_000,
      error: null,
    });
    expect(heads[0]).toMatchObject({
      ":method": "POST",
      ":scheme": "https",
      ":authority": receiver.hostPort,
      ":path": "/hook?a=1",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(BODY)),
      "user-agent": "Messaging-Gateway/1.0",
      "x-service-delivery": "d1",
    });
    await postAll(client, receiver.url, 50);
    expect(bodies).toEqual(Array(51).fill(BODY));
    expect(receiver.sessions).toHaveLength(1);
  });

  it("has a hundred requests on a connection, and no more connections than that takes", async () => {
    const held: http2.ServerHttp2Stream[] = [];
    const receiver = await receiveHttp2({
      settings: { maxConcurrentStreams: 1_000 },
      // Requests end after all have arrived, also on a machine that connects slowly.
      answer: (stream, _, count) => {
        if (count === 1) return respondTo(stream);
        if (held.push(stream) === 256) for (const each of held) respondTo(each);
      },
    });
    // On a busy machine a connection may take longer than other requests wait for it.
    const client = await connected(receiver, { followMs: 60_000 });
    const results = await postAll(client, receiver.url, 256);
    expect(results.filter(({ ok }) => ok)).toHaveLength(256);
    expect(receiver.sessions).toHaveLength(3);
  });

  it("has each of the connections ended with the client that it had at once before anything was known", async () => {
    const receiver = await receiveHttp2();
    const client = clientFor(receiver);
    expect((await postAll(client, receiver.url, 3)).every(({ ok }) => ok)).toBe(true);
    expect(receiver.sessions).toHaveLength(3);
    await client.close();
    await expect
      .poll(() => receiver.sessions.every(({ destroyed }) => destroyed), { timeout: 10_000 })
      .toBe(true);
  });

  it("that takes one request at a time has a connection for each", async () => {
    const held: http2.ServerHttp2Stream[] = [];
    const receiver = await receiveHttp2({
      settings: { maxConcurrentStreams: 1 },
      answer: (stream, _, count) => {
        if (count === 1) return respondTo(stream);
        // Each waiting request has its own connection.
        if (held.push(stream) === 5) for (const each of held) respondTo(each);
      },
    });
    const client = await connected(receiver);
    expect((await postAll(client, receiver.url, 5)).every(({ ok }) => ok)).toBe(true);
    expect(receiver.sessions).toHaveLength(5);
  });

  it("that takes none ends what it has when its time is up, and is asked again after", async () => {
    const receiver = await receiveHttp2({ settings: { maxConcurrentStreams: 0 } });
    const client = clientFor(receiver, { timeoutMs: 300 });
    const results = await postAll(client, receiver.url, 3);
    expect(results.map(({ error }) => error)).toEqual(Array(3).fill("No answer within 0.3 seconds."));
    await expect.poll(() => receiver.sessions.every(({ destroyed }) => destroyed)).toBe(true);
    receiver.server.updateSettings({ maxConcurrentStreams: 10 });
    expect(await client.post(receiver.url, BODY, {})).toMatchObject({ ok: true });
  });

  it("may choose HTTP/1.1 after all, and HTTP/2 again", async () => {
    const receiver = await receiveHttp2({ allowHTTP1: true });
    const versions: string[] = [];
    receiver.server.on("request", (request, response) => {
      versions.push(request.httpVersion);
      if (request.httpVersion === "1.1") response.writeHead(200, { connection: "close" }).end();
    });
    const client = await connected(receiver);
    const leave = async () => {
      for (const session of receiver.sessions) session.close();
      await expect.poll(() => receiver.sessions.every(({ destroyed }) => destroyed)).toBe(true);
    };
    const offered = receiver.server as { ALPNProtocols?: Buffer };
    const { ALPNProtocols: both } = offered;
    await leave();
    offered.ALPNProtocols = Buffer.from("\x08http/1.1");
    expect((await postAll(client, receiver.url, 3)).every(({ ok }) => ok)).toBe(true);
    if (both) offered.ALPNProtocols = both;
    expect(await client.post(receiver.url, BODY, {})).toMatchObject({ ok: true, responseBody: "ok" });
    expect(versions).toEqual(["2.0", "1.1", "1.1", "1.1", "2.0"]);
  });

  it("that reads nothing has its request reset when its time is up", async () => {
    const receiver = await receiveHttp2({
      settings: { initialWindowSize: 0 },
      answer: (stream, _, count) => void (count === 1 && respondTo(stream)),
    });
    const client = clientFor(receiver);
    // A first request with an empty body makes the connection: that may take longer than the request after it.
    expect(await client.post(receiver.url, "", {})).toMatchObject({ ok: true });
    const result = await client.post(receiver.url, BODY, {}, { timeoutMs: 200 });
    expect(result).toMatchObject({ timedOut: true, statusCode: null });
    await expect.poll(() => receiver.streams[1]?.rstCode).toBe(NGHTTP2_CANCEL);
    await expect.poll(() => receiver.sessions.every(({ destroyed }) => destroyed)).toBe(true);
  });

  it("has what is under way ended when the client is closed, and no connection left", async () => {
    const closing = closedGate();
    const receiver = await receiveHttp2({
      answer: (stream, _, count) =>
        count === 1 ? respondTo(stream) : void closing.opened.then(() => respondTo(stream)),
    });
    const client = await connected(receiver);
    const inFlight = postAll(client, receiver.url, 5);
    await expect.poll(() => receiver.streams.length).toBe(6);
    const closed = client.close();
    closing.open();
    await closed;
    expect((await inFlight).every(({ ok }) => ok)).toBe(true);
    await expect.poll(() => receiver.sessions.every(({ destroyed }) => destroyed)).toBe(true);
    await expect(client.post(receiver.url, BODY, {})).rejects.toThrow("has been closed");
  });

  it("has its address looked at again with each connection", async () => {
    const receiver = await receiveHttp2();
    let isAllowed = true;
    const client = await connected(receiver, { privateHosts: new Set(), isAllowed: () => isAllowed });
    isAllowed = false;
    expect(await client.post(receiver.url, BODY, {})).toMatchObject({ ok: true });
    for (const session of receiver.sessions) session.close();
    await expect.poll(() => receiver.sessions.every(({ destroyed }) => destroyed)).toBe(true);
    const results = await postAll(client, receiver.url, 3);
    expect(results.map(({ error }) => error)).toEqual(Array(3).fill("The address is not public."));
    expect(receiver.sessions).toHaveLength(1);
  });

  it("is not asked over it where it offers HTTP/1.1 alone", async () => {
    const receiver = await receive();
    await clientFor(receiver).post(receiver.url, BODY, {});
    expect(receiver.requests[0]?.headers.connection).toBe("keep-alive");
  });
});

describe("an answer over HTTP/2", () => {
  it("of 1 MB is kept to 1 KiB and not read to its end, and its connection goes on", async () => {
    const receiver = await receiveHttp2({
      answer: (stream) => respondTo(stream, 200, "x".repeat(1024 * 1024)),
    });
    const client = clientFor(receiver);
    for (let count = 0; count < 5; count += 1) {
      expect(await client.post(receiver.url, BODY, {})).toMatchObject({
        ok: true,
        responseBody: "x".repeat(1024),
      });
    }
    await expect.poll(() => receiver.streams.every(({ destroyed }) => destroyed)).toBe(true);
    expect(receiver.streams.every(({ rstCode }) => rstCode === NGHTTP2_CANCEL)).toBe(true);
    expect(receiver.sessions).toHaveLength(1);
  });

  it("of a page's length is read to its end, so that nothing is reset", async () => {
    const receiver = await receiveHttp2({ answer: (stream) => respondTo(stream, 200, "x".repeat(50_000)) });
    await connected(receiver);
    await expect.poll(() => receiver.streams.every(({ destroyed }) => destroyed)).toBe(true);
    expect(receiver.streams.map(({ rstCode }) => rstCode)).toEqual([NGHTTP2_NO_ERROR]);
  });

  it("that goes on for ever after 1 KiB is a success at once, and reset soon", async () => {
    const receiver = await receiveHttp2({
      answer: (stream) => {
        stream.respond();
        stream.write("y".repeat(1500));
      },
    });
    const { durationMs, ...result } = await clientFor(receiver).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: true, responseBody: "y".repeat(1024) });
    expect(durationMs).toBeLessThan(1_000);
    await expect.poll(() => receiver.streams[0]?.rstCode, { timeout: 5_000 }).toBe(NGHTTP2_CANCEL);
  });

  it("may come before the request is read, after others that are none, and with trailers", async () => {
    const receiver = await receiveHttp2({
      settings: { initialWindowSize: 0 },
      answer: (stream) => {
        stream.additionalHeaders({ ":status": 103, link: "</a>" });
        stream.respond({ ":status": 202 }, { waitForTrailers: true });
        stream.on("wantTrailers", () => stream.sendTrailers({ "x-end": "1" }));
        stream.end("early");
      },
    });
    expect(await clientFor(receiver).post(receiver.url, BODY, {})).toMatchObject({
      ok: true,
      statusCode: 202,
      responseBody: "early",
    });
    await expect.poll(() => receiver.streams[0]?.destroyed).toBe(true);
  });

  it("of more headers than there may be is a failure of its own", async () => {
    const receiver = await receiveHttp2({
      maxSendHeaderBlockLength: 10_000_000,
      answer: (stream, headers) => {
        const huge = String(headers[":path"]).endsWith("?huge");
        if (huge) stream.respond({ "x-a": "a".repeat(60_000), "x-b": "b".repeat(60_000) });
        else respondTo(stream);
      },
    });
    const client = await connected(receiver, { timeoutMs: 2_000 });
    const [huge, other] = await Promise.all([
      client.post(`${receiver.url}?huge`, BODY, {}),
      client.post(receiver.url, BODY, {}),
    ]);
    expect(huge).toMatchObject({ ok: false, statusCode: null });
    expect(huge?.error).toBe(BROKEN);
    expect(other).toMatchObject({ ok: true });
  });

  it("that is refused is asked for once more", async () => {
    const receiver = await receiveHttp2({
      answer: (stream, _, count) => (count === 1 ? stream.close(NGHTTP2_REFUSED_STREAM) : respondTo(stream)),
    });
    expect(await clientFor(receiver).post(receiver.url, BODY, {})).toMatchObject({ ok: true });
    const stubborn = await receiveHttp2({ answer: (stream) => stream.close(NGHTTP2_REFUSED_STREAM) });
    expect(await clientFor(stubborn).post(stubborn.url, BODY, {})).toMatchObject({
      ok: false,
      error: "The receiver refused the request.",
    });
    expect(stubborn.streams).toHaveLength(2);
  });
});

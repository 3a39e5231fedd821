import { describe, expect, it } from "vitest";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";
import { closedGate } from "@/tests/support/gate";
import { loopTurns } from "@/tests/support/loop-turns";
import { answering, clientFor, receive } from "@/tests/support/webhooks/webhook-client";

const BODY = '{"type":"SMS","body":"Kia ora, Māori 🥝"}';

describe("an answer", () => {
  it("of 200 is a success, and the request is what was signed", async () => {
    const receiver = await answering((response) => response.end("thank you"));
    const headers = { "X-Service-Delivery": "d1", ...signatureHeaders(BODY, ["whsec_a"], Date.now()) };
    const result = await clientFor(receiver).post(`${receiver.url}?a=1`, BODY, headers);
    expect(result).toEqual({
      ok: true,
      timedOut: false,
      statusCode: 200,
      responseBody: "thank you",
      retryAfterMs: null,
      gone: false,
      durationMs: expect.any(Number),
      error: null,
    });
    const [received] = receiver.requests;
    expect(received).toMatchObject({
      path: "/hook?a=1",
      headers: {
        host: receiver.hostPort,
        "content-type": "application/json",
        "user-agent": "Messaging-Gateway/1.0",
        "x-service-delivery": "d1",
      },
    });
    expect(received?.body.toString()).toBe(BODY);
    const timestamp = String(received?.headers["x-service-timestamp"]);
    const signature = String(received?.headers["x-service-signature"]);
    expect(verifyWebhook(received?.body ?? "", { timestamp, signature }, "whsec_a", Date.now())).toBe(true);
  });

  it.each([
    [201, true],
    [204, true],
    [299, true],
    [400, false],
    [404, false],
    [500, false],
    [503, false],
  ])("of %i: success is %s", async (statusCode, ok) => {
    const receiver = await answering((response) => response.writeHead(statusCode).end());
    const result = await clientFor(receiver).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok, statusCode, responseBody: "", gone: false, error: null });
  });

  it.each([301, 302, 303, 307, 308])("of %i is a failure, and is not followed", async (statusCode) => {
    const elsewhere = await receive({ tls: false, hostname: "127.0.0.1" });
    const receiver = await answering((response) =>
      response.writeHead(statusCode, { location: elsewhere.url }).end(),
    );
    const privateHosts = new Set([receiver.hostPort, elsewhere.hostPort]);
    const result = await clientFor(receiver, { privateHosts }).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode, error: null });
    expect(elsewhere.requests).toEqual([]);
  });

  it("of 410 wants no more", async () => {
    const receiver = await answering((response) => response.writeHead(410).end());
    const result = await clientFor(receiver).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: 410, gone: true });
  });

  it("may ask for patience, in seconds or as a date", async () => {
    const nowMs = Date.parse("2026-10-20T09:00:00Z");
    const receiver = await receive({
      respond: ({ path }, response) => {
        const value = path.endsWith("?date") ? "Tue, 20 Oct 2026 09:10:00 GMT" : "120";
        response.writeHead(503, { "retry-after": value }).end();
      },
    });
    const client = clientFor(receiver);
    expect((await client.post(receiver.url, BODY, {})).retryAfterMs).toBe(120_000);
    const { retryAfterMs, durationMs } = await client.post(`${receiver.url}?date`, BODY, {}, { nowMs });
    expect(retryAfterMs).toBeLessThanOrEqual(600_000);
    expect(retryAfterMs).toBeGreaterThanOrEqual(600_000 - durationMs);
  });

  it("of 10 MB is cut after 1 KiB, and the rest is not waited for", async () => {
    let sentBytes = 0;
    let isCut: boolean | undefined;
    const receiver = await answering(async (response) => {
      const piece = Buffer.alloc(64 * 1024, "x");
      while (sentBytes < 10 * 1024 * 1024 && !response.destroyed) {
        sentBytes += piece.length;
        response.write(piece);
        await loopTurns(3);
      }
      isCut = response.destroyed;
      response.end();
    });
    const result = await clientFor(receiver).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: true, responseBody: "x".repeat(1024), error: null });
    expect(result.durationMs).toBeLessThan(1_000);
    await expect.poll(() => isCut).toBe(true);
    expect(sentBytes).toBeLessThan(5 * 1024 * 1024);
  });

  it("that goes on for ever after 1 KiB is a success at once", async () => {
    const receiver = await answering((response) => void response.write("y".repeat(1500)));
    const result = await clientFor(receiver).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: true, responseBody: "y".repeat(1024) });
    expect(result.durationMs).toBeLessThan(1_000);
  });

  it("is kept as text without NUL and without half a character", async () => {
    const receiver = await receive({
      respond: ({ path }, response) =>
        response.end(path.endsWith("?odd") ? Buffer.from([0x61, 0, 0xff, 0x62]) : `${"x".repeat(1022)}🥝🥝`),
    });
    const client = clientFor(receiver);
    expect((await client.post(`${receiver.url}?odd`, BODY, {})).responseBody).toBe("a\u{fffd}b");
    expect((await client.post(receiver.url, BODY, {})).responseBody).toBe("x".repeat(1022));
  });

  it("that is not HTTP is a failure", async () => {
    const receiver = await answering((response) => response.socket?.end("who is there?\r\n\r\n"));
    const result = await clientFor(receiver).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, responseBody: null });
    expect(result.error).toBe("The answer is not valid HTTP.");
  });

  it("that breaks off counts by its status, and the body that arrived is kept", async () => {
    const receiver = await receive({
      respond: ({ path }, response) => {
        response.writeHead(path.endsWith("?bad") ? 500 : 200, { "content-length": "100" }).write("half");
        void loopTurns(20).then(() => response.destroy());
      },
    });
    const client = clientFor(receiver);
    const kept = { responseBody: "half", error: null };
    expect(await client.post(receiver.url, BODY, {})).toMatchObject({ ok: true, statusCode: 200, ...kept });
    const bad = await client.post(`${receiver.url}?bad`, BODY, {});
    expect(bad).toMatchObject({ ok: false, statusCode: 500, ...kept });
  });
});

describe("the client", () => {
  it("uses a connection again", async () => {
    const ports = new Set<number | undefined>();
    const receiver = await answering((response) => {
      ports.add(response.socket?.remotePort);
      response.end("ok");
    });
    const client = clientFor(receiver);
    for (let count = 0; count < 5; count += 1) await client.post(receiver.url, BODY, {});
    expect(receiver.requests).toHaveLength(5);
    expect(ports.size).toBeLessThan(3);
  });

  it("lets what is under way end when it is closed, and takes nothing more", async () => {
    const closing = closedGate();
    const receiver = await answering((response) => void closing.opened.then(() => response.end()));
    const client = clientFor(receiver);
    const inFlight = client.post(receiver.url, BODY, {});
    await expect.poll(() => receiver.requests.length).toBe(1);
    const closed = client.close();
    closing.open();
    await closed;
    expect(await inFlight).toMatchObject({ ok: true });
    await expect(client.post(receiver.url, BODY, {})).rejects.toThrow("has been closed");
  });
});

import type http from "node:http";
import net, { type LookupFunction } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  answerLookups,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from "@/lib/testing/https-receiver";
import { createWebhookClient, type WebhookClient, type WebhookClientOptions } from "@/lib/webhooks/post";
import { signatureHeaders } from "@/lib/webhooks/sign";
import { verifyWebhook } from "@/lib/webhooks/verify";

const BODY = '{"type":"SMS","body":"Kia ora, Māori 🥝"}';
const TO_RECEIVER = answerLookups(["127.0.0.1"]);

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function receive(options: Partial<ReceiverOptions> = {}): Promise<Receiver> {
  const receiver = await startReceiver({ tls: true, ...options });
  opened.push(receiver);
  return receiver;
}

function answering(respond: (response: http.ServerResponse) => void): Promise<Receiver> {
  return receive({ respond: (_, response) => respond(response) });
}

/** A client that trusts the receiver and may reach it, although it is on this machine. */
function clientFor(receiver: Receiver, options: Partial<WebhookClientOptions> = {}): WebhookClient {
  const { ca, hostPort } = receiver;
  const client = createWebhookClient({
    privateHosts: new Set([hostPort]),
    lookup: TO_RECEIVER,
    ...(ca === "" ? {} : { ca }),
    ...options,
  });
  opened.push(client);
  return client;
}

/** A client to which nothing private is allowed. */
function strictClient(receiver: Receiver, lookup: LookupFunction): WebhookClient {
  return clientFor(receiver, { privateHosts: new Set(), lookup });
}

describe("an answer", () => {
  it("of 200 is a success, and the request is what was signed", async () => {
    const receiver = await answering((response) => response.end("thank you"));
    const headers = { "X-Service-Delivery": "d1", ...signatureHeaders(BODY, ["whsec_a"], Date.now()) };
    const result = await clientFor(receiver).post(`${receiver.url}?a=1`, BODY, headers);
    expect(result).toEqual({
      ok: true,
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
    const { retryAfterMs, durationMs } = await client.post(`${receiver.url}?date`, BODY, {}, nowMs);
    expect(retryAfterMs).toBeLessThanOrEqual(600_000);
    expect(retryAfterMs).toBeGreaterThanOrEqual(600_000 - durationMs);
  });

  it("of 10 MB is cut after 1 KiB, and the rest is not waited for", async () => {
    let whole = true;
    const receiver = await answering((response) => {
      response.on("close", () => {
        whole = response.writableFinished;
      });
      response.end(Buffer.alloc(10 * 1024 * 1024, "x"));
    });
    const result = await clientFor(receiver).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: true, responseBody: "x".repeat(1024), error: null });
    expect(result.durationMs).toBeLessThan(1_000);
    await expect.poll(() => whole).toBe(false);
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

  it("that breaks off is a failure, and what arrived is kept", async () => {
    const receiver = await answering((response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setTimeout(() => response.destroy(), 50);
    });
    expect(await clientFor(receiver).post(receiver.url, BODY, {})).toMatchObject({
      ok: false,
      statusCode: 200,
      responseBody: "half",
      error: "The connection was closed before the answer was complete.",
    });
  });
});

describe("an attempt's time", () => {
  it("ends a receiver that never answers", async () => {
    const receiver = await answering(() => {});
    const result = await clientFor(receiver, { timeoutMs: 300 }).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "No answer within 0.3 seconds." });
    expect(result.durationMs).toBeLessThan(1_000);
  });

  it("ends a body that drips", async () => {
    const receiver = await answering((response) => {
      const drip = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(drip));
    });
    const result = await clientFor(receiver, { timeoutMs: 400 }).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: 200, error: "No answer within 0.4 seconds." });
    expect(result.responseBody).toMatch(/^\.{2,9}$/);
    expect(result.durationMs).toBeLessThan(1_000);
  });

  it("ends headers that drip", async () => {
    const receiver = await answering(({ socket }) => {
      socket?.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket?.write("X-A: b\r\n"), 50);
      socket?.on("close", () => clearInterval(drip));
    });
    const result = await clientFor(receiver, { timeoutMs: 400 }).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "No answer within 0.4 seconds." });
    expect(result.durationMs).toBeLessThan(1_000);
  });

  it("has less for the connection, of which TLS is a part", async () => {
    const silent = net.createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as net.AddressInfo;
    const hostPort = `receiver.example.com:${port}`;
    const client = createWebhookClient({
      privateHosts: new Set([hostPort]),
      lookup: TO_RECEIVER,
      connectTimeoutMs: 200,
    });
    const result = await client.post(`https://${hostPort}/`, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "No connection within 0.2 seconds." });
    expect(result.durationMs).toBeLessThan(3_000);
    await client.close();
    silent.close();
  });

  it("ends a look-up that never answers", async () => {
    const receiver = await receive();
    const client = clientFor(receiver, { lookup: () => {}, connectTimeoutMs: 200 });
    const result = await client.post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, error: "No connection within 0.2 seconds." });
  });

  it("is no other receiver's: one that hangs holds up nobody", async () => {
    const slow = await answering(() => {});
    const quick = await receive();
    const privateHosts = new Set([slow.hostPort, quick.hostPort]);
    const client = clientFor(slow, { privateHosts, ca: slow.ca + quick.ca, timeoutMs: 1_500 });
    const hanging = Promise.all(Array.from({ length: 50 }, () => client.post(slow.url, BODY, {})));
    const result = await client.post(quick.url, BODY, {});
    expect(result).toMatchObject({ ok: true, error: null });
    expect(result.durationMs).toBeLessThan(1_000);
    expect((await hanging).map(({ error }) => error)).toEqual(
      Array(50).fill("No answer within 1.5 seconds."),
    );
    expect(slow.requests).toHaveLength(50);
  });
});

describe("no connection", () => {
  it("to a port where nobody listens", async () => {
    const receiver = await startReceiver({ tls: true });
    await receiver.close();
    const result = await clientFor(receiver).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "The connection was refused." });
  });

  it("to a name that does not exist", async () => {
    const receiver = await receive();
    const result = await clientFor(receiver, { lookup: answerLookups([]) }).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, error: "The name could not be resolved." });
  });

  it("under a certificate of an unknown authority", async () => {
    const receiver = await receive();
    const client = createWebhookClient({ privateHosts: new Set([receiver.hostPort]), lookup: TO_RECEIVER });
    opened.push(client);
    const result = await client.post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "The certificate is not trusted." });
    expect(receiver.requests).toEqual([]);
  });

  it("under a certificate of another name", async () => {
    const receiver = await receive();
    const hostPort = `other.example.com:${receiver.port}`;
    const client = clientFor(receiver, { privateHosts: new Set([hostPort]) });
    const result = await client.post(`https://${hostPort}/`, BODY, {});
    expect(result).toMatchObject({ ok: false, error: "The certificate is for another name." });
    expect(receiver.requests).toEqual([]);
  });

  it("of TLS with a receiver that speaks none", async () => {
    const receiver = await receive({ tls: false });
    const result = await clientFor(receiver).post(receiver.url.replace("http:", "https:"), BODY, {});
    expect(result).toMatchObject({ ok: false, error: "No secure connection could be made." });
  });
});

describe("addresses inside", () => {
  const NOT_PUBLIC = { ok: false, statusCode: null, error: "The address is not public." };

  it.each([
    ["loopback", ["127.0.0.1"]],
    ["loopback in IPv6", ["::1"]],
    ["loopback mapped into IPv6", ["::ffff:127.0.0.1"]],
    ["the metadata of a cloud", ["169.254.169.254"]],
    ["NAT64", ["64:ff9b::7f00:1"]],
    ["one of several answers, the last", ["93.184.215.14", "127.0.0.1"]],
    ["one of several answers, the first", ["10.0.0.1", "93.184.215.14"]],
  ])("are refused when a name leads there: %s", async (_, addresses) => {
    const receiver = await receive({ address: "0.0.0.0" });
    const result = await strictClient(receiver, answerLookups(addresses)).post(receiver.url, BODY, {});
    expect(result).toMatchObject(NOT_PUBLIC);
    expect(receiver.requests).toEqual([]);
  });

  // One of two addresses of this machine stands for a public one; macOS has only the first.
  it.skipIf(process.platform === "darwin")(
    "are refused when a name that was public leads there later",
    async () => {
      const receiver = await receive({
        address: "0.0.0.0",
        respond: (_, response) => response.setHeader("connection", "close").end(),
      });
      const lookup = answerLookups(["127.0.0.2"], ["127.0.0.1"]);
      const isAllowed = (address: string) => address === "127.0.0.2";
      const client = clientFor(receiver, { privateHosts: new Set(), lookup, isAllowed });
      expect(await client.post(receiver.url, BODY, {})).toMatchObject({ ok: true, statusCode: 200 });
      expect(await client.post(receiver.url, BODY, {})).toMatchObject(NOT_PUBLIC);
      expect(await client.post(receiver.url, BODY, {})).toMatchObject(NOT_PUBLIC);
      expect(receiver.requests).toHaveLength(1);
    },
  );

  it("are allowed to a listed host and port alone", async () => {
    const [listed, other] = [await receive({ tls: false }), await receive({ tls: false })];
    const client = clientFor(listed);
    expect(await client.post(listed.url, BODY, {})).toMatchObject({ ok: true });
    expect(await client.post(other.url, BODY, {})).toMatchObject({ error: "The URL is not allowed." });
    const secure = other.url.replace("http:", "https:");
    expect(await client.post(secure, BODY, {})).toMatchObject(NOT_PUBLIC);
    expect(other.requests).toEqual([]);
  });

  it.each([
    "https://127.0.0.1",
    "https://[::1]",
    "https://0x7f.1",
    "https://localhost",
    "http://127.0.0.1",
    "nonsense",
  ])("are refused in the URL itself: %s", async (origin) => {
    const receiver = await receive();
    const client = strictClient(receiver, TO_RECEIVER);
    const result = await client.post(`${origin}:${receiver.port}/hook`, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "The URL is not allowed." });
    expect(receiver.requests).toEqual([]);
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
    const receiver = await answering((response) => void setTimeout(() => response.end(), 200));
    const client = clientFor(receiver);
    const underWay = client.post(receiver.url, BODY, {});
    await expect.poll(() => receiver.requests.length).toBe(1);
    await client.close();
    expect(await underWay).toMatchObject({ ok: true });
    await expect(client.post(receiver.url, BODY, {})).rejects.toThrow("has been closed");
  });
});

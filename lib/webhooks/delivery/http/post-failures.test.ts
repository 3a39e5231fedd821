import { once } from "node:events";
import net, { type LookupFunction } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { WebhookClient } from "@/lib/webhooks/delivery/post";
import { answerLookups, type Receiver, startReceiver } from "@/tests/support/webhooks/https-receiver";
import { answering, clientFor, receive } from "@/tests/support/webhooks/webhook-client";

const BODY = "{}";

/** Returns a client that may connect to no private host. */
function strictClient(receiver: Receiver, lookup: LookupFunction): WebhookClient {
  return clientFor(receiver, { privateHosts: new Set(), lookup });
}

describe("an attempt's time", () => {
  it("ends a receiver that never answers", async () => {
    const receiver = await answering(() => {});
    const result = await clientFor(receiver, { timeoutMs: 300 }).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "No answer within 0.3 seconds." });
    expect(result.durationMs).toBeLessThan(4_000);
  });

  it("ends a body that drips", async () => {
    const receiver = await answering((response) => {
      const drip = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(drip));
    });
    const result = await clientFor(receiver, { timeoutMs: 400 }).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: 200, error: "No answer within 0.4 seconds." });
    expect(result.responseBody).toMatch(/^\.{2,9}$/);
    expect(result.durationMs).toBeLessThan(4_000);
  });

  it("ends headers that drip", async () => {
    const receiver = await answering(({ socket }) => {
      socket?.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket?.write("X-A: b\r\n"), 50);
      socket?.on("close", () => clearInterval(drip));
    });
    const result = await clientFor(receiver, { timeoutMs: 400 }).post(receiver.url, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "No answer within 0.4 seconds." });
    expect(result.durationMs).toBeLessThan(4_000);
  });

  it("has less for the connection, of which TLS is a part", async () => {
    const silent = net.createServer(() => {}).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const { port } = silent.address() as net.AddressInfo;
    const hostPort = `receiver.example.com:${port}`;
    const client = clientFor({ hostPort, ca: "" }, { connectTimeoutMs: 200 });
    const result = await client.post(`https://${hostPort}/`, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "No connection within 0.2 seconds." });
    expect(result.durationMs).toBeLessThan(3_000);
  });

  it("ends what still waits for its connection, which is then not used", async () => {
    const receiver = await receive();
    let answer = () => {};
    const isKnown = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const found = answerLookups(["127.0.0.1"]);
    const lookup: LookupFunction = (...asked) => void isKnown.then(() => found(...asked));
    const client = clientFor(receiver, { lookup, timeoutMs: 200 });
    const result = await client.post(receiver.url, BODY, {});
    expect(result).toMatchObject({
      timedOut: true,
      statusCode: null,
      error: "No answer within 0.2 seconds.",
    });
    expect(result.durationMs).toBeLessThan(2_000);
    answer();
    expect(await client.post(receiver.url, BODY, {}, { timeoutMs: 5_000 })).toMatchObject({ ok: true });
    expect(receiver.requests).toHaveLength(1);
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
    const client = clientFor(slow, { privateHosts, ca: slow.ca + quick.ca, timeoutMs: 5_000 });
    const hanging = Promise.all(Array.from({ length: 50 }, () => client.post(slow.url, BODY, {})));
    const result = await client.post(quick.url, BODY, {});
    expect(result).toMatchObject({ ok: true, error: null });
    expect(result.durationMs).toBeLessThan(4_000);
    expect((await hanging).map(({ error }) => error)).toEqual(Array(50).fill("No answer within 5 seconds."));
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
    const client = clientFor({ hostPort: receiver.hostPort, ca: "" });
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

  // One of two addresses of this machine represents a public one. macOS has only the first.
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
    const client = strictClient(receiver, answerLookups(["127.0.0.1"]));
    const result = await client.post(`${origin}:${receiver.port}/hook`, BODY, {});
    expect(result).toMatchObject({ ok: false, statusCode: null, error: "The URL is not allowed." });
    expect(receiver.requests).toEqual([]);
  });
});

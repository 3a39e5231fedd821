import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { loopTurns } from "@/tests/support/loop-turns";
import { issueCertificate } from "@/tests/support/webhooks/https-receiver";
import { clientFor } from "@/tests/support/webhooks/webhook-client";

const BODY = '{"type":"SMS"}';
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const NOT_HTTP = "The answer is not valid HTTP.";
const BROKEN = "The connection was closed before the answer was complete.";

type Outcome = { ok: boolean; statusCode: number | null; responseBody?: string | null; error?: string };

const taken = (responseBody = "ok", statusCode = 200): Outcome => ({ ok: true, statusCode, responseBody });
const refused = (statusCode: number, responseBody = ""): Outcome => ({ ok: false, statusCode, responseBody });
const failed = (error: string): Outcome => ({ ok: false, statusCode: null, responseBody: null, error });

/** The bytes that a receiver sends before it closes the connection, and the outcome of the attempt. */
const ANSWERS: readonly [title: string, bytes: string, outcome: Outcome][] = [
  ["a plain answer", OK, taken()],
  ["100 Continue that nobody asked for", CONTINUE + OK, taken()],
  ["100 without a reason", `HTTP/1.1 100\r\n\r\n${OK}`, taken()],
  ["100 with headers", `HTTP/1.1 100 Continue\r\nServer: a\r\nDate: b\r\n\r\n${OK}`, taken()],
  ["100 with a length", `HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\n${OK}`, taken()],
  ["100 of HTTP/1.0", `HTTP/1.0 100 Continue\r\n\r\n${OK}`, taken()],
  ["several 100s", CONTINUE.repeat(20) + OK, taken()],
  ["102 Processing", `HTTP/1.1 102 Processing\r\n\r\n${OK}`, taken()],
  ["103 Early Hints", `HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n${OK}`, taken()],
  ["100, 103 and 102", `${CONTINUE}HTTP/1.1 103 E\r\nLink: a\r\n\r\nHTTP/1.1 102 P\r\n\r\n${OK}`, taken()],
  ["an unknown informational answer", `HTTP/1.1 199 Odd\r\n\r\n${OK}`, taken()],
  ["100 before a 500", `${CONTINUE}HTTP/1.1 500 E\r\nContent-Length: 2\r\n\r\nno`, refused(500, "no")],
  ["100 before a 204", `${CONTINUE}HTTP/1.1 204 No Content\r\n\r\n`, taken("", 204)],
  ["100 and nothing more", CONTINUE, failed(BROKEN)],
  ["100 and half a head", `${CONTINUE}HTTP/1.1 200 OK\r\nConte`, failed(BROKEN)],
  [
    "101 that nobody asked for",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    failed(NOT_HTTP),
  ],
  ["101 without headers", `HTTP/1.1 101 Switching Protocols\r\n\r\n${OK}`, failed(NOT_HTTP)],
  [
    "a 200 that offers another protocol",
    `HTTP/1.1 200 OK\r\nUpgrade: h2\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\nok`,
    taken(),
  ],
  ["204", "HTTP/1.1 204 No Content\r\n\r\n", taken("", 204)],
  [
    "204 with a body and its length",
    "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok",
    taken("", 204),
  ],
  ["204 with a body and no length", "HTTP/1.1 204 No Content\r\n\r\n<html></html>", taken("", 204)],
  [
    "204 with chunks",
    "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    taken("", 204),
  ],
  ["205", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n", taken("", 205)],
  ["205 with a body", "HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\nok", taken("ok", 205)],
  [
    "304 with the length of what it has not",
    "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n",
    refused(304),
  ],
  ["a length and no body, as to HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", taken("")],
  ["neither length nor body", "HTTP/1.1 200 OK\r\n\r\n", taken("")],
  ["no length", "HTTP/1.1 200 OK\r\n\r\nok", taken()],
  ["HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nok", taken()],
  [
    "HTTP/1.0 that keeps its connection",
    "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok",
    taken(),
  ],
  ["chunks", `${CHUNKED}1\r\no\r\n1;a=b\r\nk\r\n0\r\n\r\n`, taken()],
  ["chunks with trailers", `${CHUNKED}2\r\nok\r\n0\r\nX-Sum: 1\r\nX-Time: 2\r\n\r\n`, taken()],
  ["chunks that break off", `${CHUNKED}2\r\nok\r\n`, taken()],
  ["chunks that are none", `${CHUNKED}two\r\nok\r\n`, taken("")],
  [
    "chunks and a length",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    taken(),
  ],
  [
    "a coding that is none",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok",
    taken(),
  ],
  ["a body that breaks off", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nConnection: close\r\n\r\nok", taken()],
  [
    "a refusal whose body breaks off",
    "HTTP/1.1 503 Busy\r\nContent-Length: 99\r\n\r\nno",
    refused(503, "no"),
  ],
  ["a body longer than its length", `${OK} and more`, taken()],
  ["two answers", OK + OK, taken()],
  ["one length twice", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["one length twice in a line", "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok", taken()],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok", taken("")],
  ["a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok", taken("")],
  ["a compressed body", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["no reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["a blank for a reason", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok", taken()],
  ["a reason in UTF-8", "HTTP/1.1 200 D\xc3\xa9j\xc3\xa0\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["an unknown status", "HTTP/1.1 299 Fine\r\nContent-Length: 2\r\n\r\nok", taken("ok", 299)],
  ["a status beyond all classes", "HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n", refused(999)],
  ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n", failed(NOT_HTTP)],
  ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n", failed(NOT_HTTP)],
  ["small letters", "http/1.1 200 ok\r\ncontent-length: 2\r\n\r\nok", taken()],
  ["a version without a minor one", "HTTP/2 200\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["line feeds alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", taken()],
  ["blank lines before it", `\r\n\r\n${OK}`, taken()],
  ["a blank in a header's name", "HTTP/1.1 200 OK\r\nX Odd: 1\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["a blank behind a header's name", "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", taken()],
  ["a header without a name", "HTTP/1.1 200 OK\r\n: 1\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["a header without a colon", "HTTP/1.1 200 OK\r\nwarning\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["a header without a value", "HTTP/1.1 200 OK\r\nX-A:\r\nContent-Length:2\r\n\r\nok", taken()],
  [
    "letters of other scripts in a header",
    "HTTP/1.1 200 OK\r\nX-\xc3\xa9: \xc3\xa9\r\nContent-Length: 2\r\n\r\nok",
    taken(),
  ],
  [
    "a control character in a header",
    "HTTP/1.1 200 OK\r\nX-A: a\x01b\r\nContent-Length: 2\r\n\r\nok",
    taken(),
  ],
  ["a folded header", "HTTP/1.1 200 OK\r\nX-A: a\r\n  b: c\r\nContent-Length: 2\r\n\r\nok", taken()],
  ["many headers", `HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(1_500)}Content-Length: 2\r\n\r\nok`, taken()],
  [
    "more headers than there may be",
    `HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(9_000)}\r\nok`,
    failed(NOT_HTTP),
  ],
  ["another protocol", "220 smtp.example.com ESMTP\r\n", failed(NOT_HTTP)],
  ["HTML alone", "<html>ok</html>", failed(NOT_HTTP)],
  ["nothing", "", failed(BROKEN)],
];

type RawReceiver = { url: string; hostPort: string; ca: string; connections: () => number };

/** Starts a receiver that answers with bytes, and stops it after the test. */
async function receiveRaw(
  answer: (socket: net.Socket, request: string) => void,
  options: { tls?: boolean; early?: boolean } = {},
): Promise<RawReceiver> {
  let count = 0;
  const listener = (socket: net.Socket) => {
    count += 1;
    socket.on("error", () => {});
    if (options.early) return answer(socket, "");
    let request = "";
    socket.on("data", (chunk) => {
      request += chunk.toString("latin1");
      if (!request.includes(BODY)) return;
      request = "";
      answer(socket, request);
    });
  };
  const { ca, ...credentials } = options.tls ? await issueCertificate("receiver.example.com") : { ca: "" };
  const server = options.tls ? tls.createServer(credentials, listener) : net.createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const hostPort = `receiver.example.com:${(server.address() as net.AddressInfo).port}`;
  return {
    url: `${options.tls ? "https" : "http"}://${hostPort}/hook`,
    hostPort,
    ca,
    connections: () => count,
  };
}

/** Posts to a receiver once. */
async function postTo(receiver: RawReceiver, timeoutMs = 5_000, body = BODY) {
  return clientFor(receiver, { timeoutMs }).post(receiver.url, body, {});
}

const latin1 = (bytes: string) => Buffer.from(bytes, "latin1");

describe("a receiver that answers with", () => {
  it.each(ANSWERS)("%s", async (_, bytes, outcome) => {
    const receiver = await receiveRaw((socket) => socket.end(latin1(bytes)));
    const result = await postTo(receiver);
    expect(result).toMatchObject({ error: null, ...outcome });
    expect(result.durationMs).toBeLessThan(4_000);
  });

  it("a byte at a time is read alike", async () => {
    const bytes = `${CONTINUE}HTTP/1.1 103 Early Hints\nX: y\n\n\r\nHTTP/1.1 200\r\nX Odd: 1\r\nContent-Length : 2\r\n\r\nok`;
    const receiver = await receiveRaw(async (socket) => {
      socket.setNoDelay(true);
      for (const byte of latin1(bytes)) {
        socket.write(Buffer.of(byte));
        await loopTurns(2);
      }
    });
    expect(await postTo(receiver)).toMatchObject(taken());
  });

  it("100 over TLS", async () => {
    const receiver = await receiveRaw((socket) => socket.end(CONTINUE + OK), { tls: true });
    expect(await postTo(receiver)).toMatchObject(taken());
  });

  it("100 to each request of a connection, which is kept", async () => {
    const receiver = await receiveRaw((socket) => socket.write(CONTINUE + OK));
    const client = clientFor(receiver);
    for (let count = 0; count < 4; count += 1)
      expect(await client.post(receiver.url, BODY, {})).toMatchObject(taken());
    expect(receiver.connections()).toBeLessThan(3);
  });

  it("a body behind a 204, to another request than the next", async () => {
    let writeBody = () => false;
    const receiver = await receiveRaw((socket) => {
      socket.write("HTTP/1.1 204 No Content\r\nContent-Type: text/html\r\n\r\n");
      writeBody = () => socket.write("<html></html>");
    });
    const client = clientFor(receiver);
    for (let count = 0; count < 3; count += 1) {
      expect(await client.post(receiver.url, BODY, {})).toMatchObject(taken("", 204));
      writeBody();
      await loopTurns(10);
    }
  });

  it("informational answers, and the answer much later", async () => {
    const receiver = await receiveRaw(async (socket) => {
      for (let count = 0; count < 5; count += 1) {
        socket.write("HTTP/1.1 102 Processing\r\n\r\n");
        await loopTurns(10);
      }
      socket.end(OK);
    });
    expect(await postTo(receiver)).toMatchObject(taken());
  });

  it("informational answers for ever is ended by its time", async () => {
    const receiver = await receiveRaw((socket) => {
      const drip = setInterval(() => socket.write(CONTINUE), 20);
      socket.on("close", () => clearInterval(drip));
    });
    const result = await postTo(receiver, 400);
    expect(result).toMatchObject({ ...failed("No answer within 0.4 seconds."), timedOut: true });
    expect(result.durationMs).toBeLessThan(4_000);
  });

  it("a flood of informational answers is ended by its size", async () => {
    const receiver = await receiveRaw((socket) => socket.write(CONTINUE.repeat(100_000)));
    expect(await postTo(receiver)).toMatchObject(failed(NOT_HTTP));
  });

  it("Retry-After in odd letters", async () => {
    const bytes = "HTTP/1.1 503\nretry-AFTER : 120\ncontent-length:0\n\n";
    const receiver = await receiveRaw((socket) => socket.end(bytes));
    expect(await postTo(receiver)).toMatchObject({ statusCode: 503, retryAfterMs: 120_000 });
  });
});

describe("a receiver that does not wait for the request", () => {
  const LARGE = JSON.stringify({ text: "x".repeat(2_000_000) });

  it.each([
    ["200", OK, taken()],
    ["413", "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", refused(413)],
  ])("counts by its %s", async (_, bytes, outcome) => {
    const receiver = await receiveRaw((socket) => socket.end(bytes), { early: true });
    expect(await postTo(receiver)).toMatchObject({ error: null, ...outcome });
    expect(await postTo(receiver, 5_000, LARGE)).toMatchObject({ error: null, ...outcome });
  });

  it("counts by its status even if it resets the connection", async () => {
    const receiver = await receiveRaw((socket) => {
      socket.write(OK);
      void loopTurns(20).then(() => socket.resetAndDestroy());
    });
    expect(await postTo(receiver)).toMatchObject(taken());
  });
});

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen } from "@/server/base/listen";
import { forwardTo } from "@/server/http/forward";
import { sendWithoutEnd } from "@/tests/support/server/plain-http";

const folder = mkdtempSync(path.join(tmpdir(), "gateway-forward-"));
const socketPath = path.join(folder, "pages");

let pages: Server | undefined;
let worker: Server;
let port: number;

beforeEach(async () => {
  worker = createServer(forwardTo(socketPath));
  port = await listen(worker, 0, "127.0.0.1");
});
afterEach(() => {
  for (const server of [worker, pages]) {
    server?.close();
    server?.closeAllConnections();
  }
  pages = undefined;
});

/** Starts a process of the pages with this handler. */
async function answerWith(handle: RequestListener): Promise<void> {
  rmSync(socketPath, { force: true });
  pages = createServer(handle).listen(socketPath);
  await once(pages, "listening");
}

type TestRequest = { method?: string; headers?: Record<string, string>; body?: string };

function ask(
  target: string,
  { method = "GET", headers = {}, body }: TestRequest = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path: target, method, headers });
    asked.once("response", resolve).once("error", reject).end(body);
  });
}

describe("what is passed on", () => {
  it("is the request as it came, without what is about its connection", async () => {
    let seen: IncomingMessage | undefined;
    await answerWith((incoming, response) => {
      seen = incoming;
      response.end();
    });
    const headers = { Host: "gateway.test", Cookie: "a=1", "X-Forwarded-For": "192.0.2.1" };
    const ofConnection = { Connection: "Upgrade", Upgrade: "h2c", "HTTP2-Settings": "AA", TE: "trailers" };
    const answer = await ask("/a%20b?c=d&c=e", { headers: { ...headers, ...ofConnection } });
    expect(answer.statusCode).toBe(200);
    expect([seen?.method, seen?.url]).toEqual(["GET", "/a%20b?c=d&c=e"]);
    expect(seen?.headers).toEqual({
      host: "gateway.test",
      cookie: "a=1",
      "x-forwarded-for": "192.0.2.1",
      connection: "keep-alive",
    });
  });

  it.each([
    ["with its length", { "content-length": "11" }],
    ["in pieces", { "transfer-encoding": "chunked" }],
  ])("is the whole body, %s", async (_, headers) => {
    await answerWith(async (incoming, response) => {
      response.end(JSON.stringify([incoming.headers["content-length"] ?? null, await text(incoming)]));
    });
    const answer = await ask("/", { method: "POST", headers, body: "Hello there" });
    const length = "content-length" in headers ? "11" : null;
    expect(JSON.parse(await text(answer))).toEqual([length, "Hello there"]);
  });
});

it.each(["GET", "DELETE", "OPTIONS"])(
  "passes on one request where the body of a %s reads like another",
  async (method) => {
    const seen: string[] = [];
    await answerWith((incoming, response) => {
      seen.push(`${incoming.method} ${incoming.url}`);
      void text(incoming).then((body) => response.end(`${incoming.url} ${body.length}`));
    });
    const body = "GET /forged HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n";
    const answer = await ask("/asked", { method, headers: { "transfer-encoding": "chunked" }, body });
    const answered = await text(answer);
    for (const target of ["/b", "/c"]) expect(await text(await ask(target))).toBe(`${target} 0`);
    expect([seen, answered]).toEqual([[`${method} /asked`, "GET /b", "GET /c"], `/asked ${body.length}`]);
  },
);

describe("what comes back", () => {
  it("is an answer that came before the whole of the request, whose rest is not read to its end", async () => {
    await answerWith((_, response) => {
      response.writeHead(403, { "Content-Length": 2 }).end("no");
    });
    const { answer, bytes } = await sendWithoutEnd(port, "POST /");
    expect(answer).toMatch(/^HTTP\/1\.1 403 [\s\S]*\r\n\r\nno$/);
    expect(bytes).toBeLessThan(50_000_000);
  });

  it("is the answer as it was given: status, every header, body", async () => {
    await answerWith((_, response) => {
      response.writeHead(418, "Short and stout", { "Set-Cookie": ["a=1", "b=2"], ETag: '"x"' });
      response.end("tea");
    });
    const answer = await ask("/");
    expect([answer.statusCode, answer.statusMessage]).toEqual([418, "Short and stout"]);
    expect(answer.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"], etag: '"x"' });
    expect(await text(answer)).toBe("tea");
  });

  it("comes piece by piece, as it is made", async () => {
    let finish = () => {};
    await answerWith((_, response) => {
      response.write("first");
      finish = () => response.end(" last");
    });
    const answer = await ask("/");
    const [first] = await once(answer, "data");
    expect(String(first)).toBe("first");
    finish();
    expect(await text(answer)).toBe(" last");
  });

  it("reaches a client that is still sending what nobody reads", async () => {
    await answerWith((_, response) => response.writeHead(413).end("Too much."));
    const socket = connect(port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n\r\n");
    for (let piece = 0; piece < 50; piece++) socket.write(Buffer.alloc(100_000));
    const said = await text(socket);
    expect(said).toMatch(/^HTTP\/1\.1 413 [\s\S]*Connection: close\r\n[\s\S]*Too much\.[\r\n0]*$/);
  });

  it("is an error of its own while nobody answers, and the page again afterwards", async () => {
    rmSync(socketPath, { force: true });
    const away = await ask("/sign-in", { headers: { "x-request-id": "the id" } });
    expect([away.statusCode, away.headers["retry-after"]]).toEqual([503, "1"]);
    expect(JSON.parse(await text(away))).toMatchObject({ success: false, code: "unavailable" });
    await answerWith((_, response) => response.end("a page"));
    expect(await text(await ask("/sign-in"))).toBe("a page");
  });

  it("breaks off where the answer does, rather than looking complete", async () => {
    let begun: ServerResponse | undefined;
    await answerWith((_, response) => {
      begun = response;
      response.write("half");
    });
    const rest = text(await ask("/"));
    begun?.destroy();
    await expect(rest).rejects.toThrow();
  });
});

it("gives up what is made for a client that has gone", async () => {
  const gone = new Promise<void>((resolve) => {
    void answerWith((_, response) => {
      response.write("a little");
      response.once("close", resolve);
    });
  });
  await expect.poll(() => pages?.listening).toBe(true);
  (await ask("/")).destroy();
  await gone;
});

it("keeps no more of an answer than a slow reader takes", async () => {
  const piece = Buffer.alloc(64 * 1024);
  let written = 0;
  await answerWith((_, response) => {
    const write = () => {
      while (written < 64 * 1024 * 1024 && response.write(piece)) written += piece.length;
    };
    response.on("drain", write);
    write();
  });
  const answer = await ask("/");
  answer.pause();
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = written === before;
        before = written;
        return isStill;
      },
      { interval: 300 },
    )
    .toBe(true);
  expect(written).toBeLessThan(32 * 1024 * 1024);
  answer.destroy();
});

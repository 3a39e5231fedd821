import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "@/server/base/listen";
import { compressFiles } from "@/server/http/files/compressed-files.mjs";
import { servePageFiles } from "@/server/http/files/page-files";

const SCRIPT = "console.log('a long script');\n".repeat(100);
const FONT = Buffer.alloc(2_000, 7);
const folder = mkdtempSync(path.join(tmpdir(), "gateway-files-"));
let server: Server;
let port: number;

beforeAll(async () => {
  mkdirSync(path.join(folder, "chunks"));
  writeFileSync(path.join(folder, "chunks", "[a]~1.js"), SCRIPT);
  writeFileSync(path.join(folder, "chunks", "gone.js"), SCRIPT);
  writeFileSync(path.join(folder, "small.css"), "a{}");
  writeFileSync(path.join(folder, "font.woff2"), FONT);
  writeFileSync(path.join(folder, "..", `${path.basename(folder)}.js`), "beside the folder");
  await compressFiles(folder);
  const others = await servePageFiles(folder, (incoming, response) => {
    response.end(`passed on: ${incoming.method} ${response.getHeader("Content-Encoding") ?? "plain"}`);
  });
  server = createServer(others);
  port = await listen(server, 0, "127.0.0.1");
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
  rmSync(`${folder}.js`);
});

type TestRequest = { method?: string; headers?: Record<string, string>; body?: string };

async function ask(target: string, { method = "GET", headers = {}, body }: TestRequest = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path: target, method, headers });
    asked.once("response", resolve).once("error", reject).end(body);
  });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const accepts = (encodings: string) => ({ headers: { "Accept-Encoding": encodings } });

describe("a file of the build", () => {
  it.each([
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
    ["identity", undefined, Buffer.from],
    ["", undefined, Buffer.from],
  ])("is compressed for who accepts %j", async (encodings, encoding, decompress) => {
    const { status, headers, body } = await ask("/_next/static/chunks/%5Ba%5D~1.js", accepts(encodings));
    expect([status, headers["content-encoding"], headers.vary]).toEqual([200, encoding, "Accept-Encoding"]);
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(decompress(body).toString()).toBe(SCRIPT);
    if (encoding) expect(body.length).toBeLessThan(SCRIPT.length / 2);
  });

  it("is kept for ever, and loads nothing where it is taken for a page", async () => {
    const { headers } = await ask("/_next/static/font.woff2?v=1");
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "content-type": "font/woff2",
      "content-length": String(FONT.length),
    });
    expect(headers.vary).toBeUndefined();
  });

  it("is not sent again to who has it, nor with a body to who asks for its headers", async () => {
    const target = "/_next/static/chunks/[a]~1.js";
    const { headers } = await ask(target, accepts("br"));
    const again = await ask(target, {
      headers: { "Accept-Encoding": "br", "If-None-Match": String(headers.etag) },
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await ask(target, { method: "HEAD", ...accepts("br") });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([
      200,
      headers["content-length"],
      0,
    ]);
  });

  it("is sent in part to who asks for a part", async () => {
    const { status, body } = await ask("/_next/static/font.woff2", { headers: { Range: "bytes=0-9" } });
    expect([status, body.length]).toEqual([206, 10]);
  });
});

describe("passed on is", () => {
  it.each([
    "/",
    "/_next/static/",
    "/_next/static/chunks",
    "/_next/static/nope.js",
    "/_next/static/small.css",
    "/_next/static/chunks/%5Ba%5D~1.js.br",
    "/_next/data/static/small.css",
    `/_next/static/../${path.basename(folder)}.js`,
    `/_next/static/%2e%2e/${path.basename(folder)}.js`,
  ])("%s", async (target) => {
    expect((await ask(target)).body.toString()).toBe("passed on: GET plain");
  });

  it("whatever changes something", async () => {
    const { body } = await ask("/_next/static/small.css", { method: "POST" });
    expect(body.toString()).toBe("passed on: POST plain");
  });

  it.each([{ "Content-Length": "4" }, { "Transfer-Encoding": "chunked" }])(
    "what has a body: %j",
    async (headers) => {
      const { body } = await ask("/_next/static/font.woff2", { headers, body: "body" });
      expect(body.toString()).toBe("passed on: GET plain");
    },
  );

  it("a file that a newer build has removed", async () => {
    for (const ending of ["", ".br", ".gz"]) rmSync(path.join(folder, "chunks", `gone.js${ending}`));
    const { body } = await ask("/_next/static/chunks/gone.js", accepts("br"));
    expect(body.toString()).toBe("passed on: GET plain");
  });

  it("everything where there is no build", async () => {
    const handle = await servePageFiles(path.join(folder, "nope"), (_, response) =>
      response.end("passed on"),
    );
    const alone = createServer(handle);
    const alonePort = await listen(alone, 0, "127.0.0.1");
    const answer = await fetch(`http://127.0.0.1:${alonePort}/_next/static/small.css`);
    expect(await answer.text()).toBe("passed on");
    alone.close();
    alone.closeAllConnections();
  });
});

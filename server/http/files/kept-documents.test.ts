import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listen } from "@/server/base/listen";
import { keepDocuments } from "@/server/http/files/kept-documents";
import { askPlainly } from "@/tests/support/server/plain-http";

const folder = mkdtempSync(path.join(tmpdir(), "gateway-documents-"));
const socketPath = path.join(folder, "pages");
const PATH = "/docs/search.json";
const HEADERS = { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" };

let pages: Server;
let worker: Server;
let port: number;
let made: number;
let answer: RequestListener;

beforeEach(async () => {
  made = 0;
  answer = (_, response) => response.writeHead(200, HEADERS).end('{"entries":[]}');
  pages = createServer((request, response) => {
    made++;
    answer(request, response);
  }).listen(socketPath);
  await once(pages, "listening");
  worker = createServer(keepDocuments(socketPath, (_, response) => response.writeHead(418).end()));
  port = await listen(worker, 0, "127.0.0.1");
});
afterEach(() => {
  for (const server of [worker, pages]) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(socketPath, { force: true });
});

const ask = (target = PATH, method = "GET", headers: Record<string, string> = {}) =>
  askPlainly(port, { method, path: target, headers });

it("has a document made once, however many ask, and answers with it by itself", async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask()));
  await expect.poll(async () => (await ask()).status).toBe(200);
  const first = await ask(`${PATH}?v=2`, "GET", { "accept-encoding": "gzip" });
  expect(gunzipSync(first.body).toString()).toBe('{"entries":[]}');
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "application/json",
    "cache-control": "public, max-age=300",
    "content-length": String(first.body.length),
  });
  const etag = first.headers.get("etag") ?? "";
  const again = await ask(PATH, "GET", { "if-none-match": etag });
  expect([again.status, again.headers.get("etag"), again.body.length]).toEqual([304, etag, 0]);
  const head = await ask(PATH, "HEAD");
  expect([head.status, head.headers.get("content-length"), head.body.length]).toEqual([200, "14", 0]);
  expect(made).toBe(1);
});

it("asks again after a failure, and passes on what is no reading of a document", async () => {
  answer = (_, response) => response.writeHead(500).end("away");
  expect((await ask()).status).toBe(418);
  await expect.poll(() => made).toBe(1);
  answer = (_, response) => response.writeHead(200, HEADERS).end("{}");
  await expect.poll(async () => (await ask()).status).toBe(200);
  for (const [target, method] of [
    [PATH, "POST"],
    [`${PATH}/`, "GET"],
    ["/docs", "GET"],
  ] as const)
    expect((await ask(target, method)).status).toBe(418);
});

import { createServer, type Server, type ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { listen } from "@/server/base/listen";
import { queuePages } from "@/server/pages/page-queue";
import { askPlainly, type PlainAnswer } from "@/tests/support/server/plain-http";

let server: Server;
let port: number;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server whose pages are made when the test says so. */
async function serve({ waitMs = 60_000, keptMs = 60_000 } = {}) {
  const begun: { path: string; response: ServerResponse }[] = [];
  const handle = queuePages(
    ({ url = "" }, response) => void begun.push({ path: url, response }),
    waitMs,
    keptMs,
  );
  server = createServer(handle);
  port = await listen(server, 0, "127.0.0.1");
  return begun;
}

const ask = (path: string, address: string): Promise<PlainAnswer> =>
  askPlainly(port, { method: "GET", path, headers: { "x-forwarded-for": address } });

/** Asks for many, and waits until the server has read them all. */
async function askMany(count: number, path: string, address: (index: number) => string = () => "192.0.2.1") {
  let read = 0;
  server.on("request", () => read++);
  const answers = Array.from({ length: count }, (_, index) => ask(path, address(index)));
  // The test's end closes them, which is no failure.
  for (const answer of answers) answer.catch(() => {});
  await expect.poll(() => read).toBe(count);
  return answers;
}

it("makes two pages at once, and the next when one is done", async () => {
  const begun = await serve();
  const answers = await askMany(4, "/sign-in");
  expect(begun).toHaveLength(2);
  begun[0]?.response.end("made");
  begun[1]?.response.end("made");
  await expect.poll(() => begun.length).toBe(4);
  for (const { response } of begun.slice(2)) response.end("made");
  for (const answer of answers) expect((await answer).body.toString()).toBe("made");
});

it("keeps neither route files nor what is built waiting", async () => {
  const begun = await serve();
  await askMany(2, "/");
  await askMany(1, "/");
  await askMany(1, "/api/members/me");
  await askMany(1, "/_next/static/chunks/a.js");
  await askMany(1, "/gateway/sms/out/");
  const paths = begun.slice(2).map(({ path }) => path);
  expect(paths).toEqual(["/api/members/me", "/_next/static/chunks/a.js", "/gateway/sms/out/"]);
});

it("goes on when a page takes long, or its client has gone", async () => {
  const begun = await serve({ keptMs: 100 });
  await askMany(3, "/docs");
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.response.destroy();
});

it("refuses who waits too long, or has too many waiting; not who has none", async () => {
  const begun = await serve({ waitMs: 1_500 });
  await askMany(2, "/");
  const refused = await Promise.all(await askMany(17, "/"));
  expect(refused.map(({ status }) => status)).toEqual(Array(17).fill(503));
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect(JSON.parse(String(refused[0]?.body))).toMatchObject({ success: false, code: "unavailable" });
  const [other] = await askMany(1, "/", () => "192.0.2.2");
  for (const { response } of begun.slice(0, 2)) response.end("made");
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.response.end("made");
  expect((await other)?.status).toBe(200);
});

it("takes the addresses of one IPv6 network for one caller", async () => {
  await serve();
  await askMany(2, "/");
  const answers = await askMany(17, "/", (index) => `2001:db8:0:1::${index}`);
  expect((await Promise.race(answers)).status).toBe(503);
});

it("makes nothing for who has gone while waiting", async () => {
  const begun = await serve();
  await askMany(2, "/");
  await askMany(2, "/gone");
  server.closeAllConnections();
  await expect.poll(() => begun.every(({ response }) => response.destroyed)).toBe(true);
  await askMany(1, "/next");
  expect(begun.map(({ path }) => path)).toEqual([..."//", "/next"]);
});

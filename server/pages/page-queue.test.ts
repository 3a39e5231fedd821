import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { encode } from "next-auth/jwt";
import { afterEach, describe, expect, it, vi } from "vitest";
import { authSecret } from "@/lib/crypto/auth-secret";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";
import { newId } from "@/lib/ids";
import { listen } from "@/server/base/listen";
import { queueForwards } from "@/server/http/forward-queue";
import { queuePages } from "@/server/pages/page-queue";
import { askPlainly, type PlainAnswer } from "@/tests/support/server/plain-http";

let server: Server;
let port: number;
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

type ServerOptions = {
  waitMs?: number;
  keptMs?: number;
  queue?: (handle: RequestListener) => RequestListener;
};

/** Starts a server whose pages are complete when the test ends them. */
async function serve({ waitMs = 60_000, keptMs = 60_000, queue }: ServerOptions = {}) {
  const begun: { path: string; response: ServerResponse }[] = [];
  const queued = queue ?? ((handle) => queuePages(handle, waitMs, keptMs));
  server = createServer(queued(({ url = "" }, response) => void begun.push({ path: url, response })));
  port = await listen(server, 0, "127.0.0.1");
  return begun;
}

const ask = (path: string, address: string, cookie?: string): Promise<PlainAnswer> =>
  askPlainly(port, {
    method: "GET",
    path,
    headers: { "x-forwarded-for": address, ...(cookie === undefined ? {} : { cookie }) },
  });

/** Sends many requests, and waits until the server has read them all. */
async function askMany(
  count: number,
  path: string,
  address: (index: number) => string = () => "192.0.2.1",
  cookie?: string,
) {
  let read = 0;
  server.on("request", () => read++);
  const answers = Array.from({ length: count }, (_, index) => ask(path, address(index), cookie));
  // The end of the test closes them, which is no failure.
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

/** Returns a cookie that proves the session of a person. */
async function cookieOf(personId: number): Promise<string> {
  const claims = { sessionId: newId(), personId, sessionVersion: 1 };
  return `${sessionCookie()}=${await encode({ token: claims, secret: authSecret() })}`;
}

describe("a route file", () => {
  it("waits for no page, nor a page for it, and what no worker has found of the build waits as one", async () => {
    const begun = await serve({ keptMs: 60_000 });
    await askMany(3, "/");
    await askMany(1, "/api/members/me");
    await askMany(2, "/_next/static/chunks/a.js", () => "192.0.2.2");
    await expect.poll(() => begun.length).toBe(4);
    expect(begun.slice(2).map(({ path }) => path)).toEqual(["/api/members/me", "/_next/static/chunks/a.js"]);
  });

  it("is answered to one request of a stranger at once, until the head of a response is sent", async () => {
    const begun = await serve();
    await askMany(3, "/api/auth/csrf");
    expect(begun).toHaveLength(1);
    await askMany(1, "/api/auth/providers", () => "192.0.2.2");
    await askMany(1, "/api/auth/session", () => "192.0.2.3");
    expect(begun.map(({ path }) => path)).toEqual(["/api/auth/csrf", "/api/auth/providers"]);
    // A stream goes on, and keeps no caller waiting.
    begun[0]?.response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    await expect.poll(() => begun.length).toBe(3);
    begun[1]?.response.end("answered");
    await expect.poll(() => begun.length).toBe(4);
  });

  it("is answered to the scheduler four times at once, beside strangers", async () => {
    const begun = await serve();
    await askMany(6, "/api/inngest?fnId=release");
    await askMany(2, "/api/auth/csrf");
    await expect.poll(() => begun.length).toBe(5);
    expect(begun.map(({ path }) => path)).toEqual([
      ...Array(4).fill("/api/inngest?fnId=release"),
      "/api/auth/csrf",
    ]);
  });

  it("is answered to a stranger after a rest as long as the response before took", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const begun = await serve();
    const [answer] = await askMany(2, "/api/auth/csrf");
    vi.advanceTimersByTime(150);
    begun[0]?.response.end("answered");
    await answer;
    await vi.advanceTimersByTimeAsync(149);
    expect(begun).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.poll(() => begun.length).toBe(2);
  });

  it("is answered to accounts while strangers wait, and to each account in its turn", async () => {
    const begun = await serve();
    await askMany(40, "/api/auth/csrf");
    const [one, other] = [await cookieOf(1), await cookieOf(2)];
    // All requests come from the address of the strangers.
    await askMany(20, "/api/members/messages", undefined, one);
    await askMany(3, "/api/members/me", undefined, other);
    await expect.poll(() => begun.length).toBe(9);
    expect(begun.slice(1).map(({ path }) => path)).toEqual([
      ...Array(6).fill("/api/members/messages"),
      ...Array(2).fill("/api/members/me"),
    ]);
    begun[1]?.response.end("answered");
    begun[2]?.response.end("answered");
    await expect.poll(() => begun.length).toBe(11);
    expect(
      begun
        .slice(9)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(["/api/members/me", "/api/members/messages"]);
  });

  it("is answered without a rest to an account that is alone", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const begun = await serve();
    const cookie = await cookieOf(1);
    await askMany(8, "/api/members/messages", undefined, cookie);
    vi.advanceTimersByTime(150);
    begun[0]?.response.end("answered");
    begun[1]?.response.end("answered");
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toHaveLength(8);
  });

  it("is answered to a forged session as to its address", async () => {
    const begun = await serve();
    const cookie = await cookieOf(1);
    const [name = ""] = cookie.split("=", 1);
    const forged = await encode({ token: { personId: 1 }, secret: "another secret" });
    const chosen = Buffer.from('{"alg":"PBES2-HS512+A256KW","enc":"A256GCM","p2c":10000}').toString(
      "base64url",
    );
    for (const token of [forged, `${cookie.slice(name.length + 1)}x`, `${chosen}.a.a.a.a`, "x".repeat(8_000)])
      await askMany(5, "/api/members/me", undefined, `${name}=${token}`);
    expect(begun).toHaveLength(1);
  });

  it("is refused to no page that asks for thirty things at once", async () => {
    const begun = await serve();
    const answers = await askMany(30, "/api/members/messages", undefined, await cookieOf(1));
    for (let answered = 0; answered < 30; answered++) {
      await expect.poll(() => begun.length).toBeGreaterThan(answered);
      begun[answered]?.response.end("answered");
    }
    for (const answer of answers) expect((await answer).status).toBe(200);
  });

  it("keeps others waiting for a moment when it waits itself, as for a body that does not come", async () => {
    const begun = await serve({ keptMs: 100 });
    await askMany(5, "/api/auth/callback/credentials");
    await expect.poll(() => begun.length).toBe(5);
  });
});

describe("a worker", () => {
  it("passes on few requests of a caller at once, and none that it refuses", async () => {
    const begun = await serve({ queue: (handle) => queueForwards(handle, 60_000, 60_000) });
    const answers = await askMany(133, "/openapi.json");
    const { status, headers } = await Promise.race(answers);
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(begun).toHaveLength(4);
    await askMany(1, "/api/auth/csrf", () => "192.0.2.2");
    await askMany(20, "/overview", undefined, await cookieOf(1));
    await expect.poll(() => begun.length).toBe(21);
    expect(begun.slice(4).map(({ path }) => path)).toEqual([
      "/api/auth/csrf",
      ...Array(16).fill("/overview"),
    ]);
  });
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

import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useTestDatabase } from "@/tests/support/database/database";
import { askPlainly } from "@/tests/support/server/plain-http";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";

useTestDatabase();

let server: ProductionServer;
let port: number;
beforeAll(async () => {
  server = await startServer({ PAGES: "yes" });
  port = Number(new URL(server.address).port);
  // The server is ready before Next is loaded. The first page waits for Next, whose own work also counts.
  expect((await ask("GET", "/sign-in")).status).toBe(200);
});
afterAll(killServers);

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  askPlainly(port, { method, path, headers, body: "" });

it("answers the API while its pages are gone, and has them again soon", async () => {
  const [victim = 0] = server.pages();
  process.kill(victim, "SIGKILL");
  expect((await ask("GET", "/healthz")).status).toBe(200);
  const away = await ask("GET", "/sign-in");
  if (away.status !== 200) expect([away.status, away.headers.get("retry-after")]).toEqual([503, "1"]);
  await expect.poll(async () => (await ask("GET", "/sign-in")).status, { timeout: 60_000 }).toBe(200);
  expect(server.pages()).not.toContain(victim);
});

describe("after a page has been asked for", () => {
  it.each([
    [
      "h2c",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
    ],
    ["websocket", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZQ=="],
  ])("an offer of %s is ignored and the request answered", async (_, offer) => {
    for (const path of ["/healthz", "/sign-in", "/nope", "/_next/hmr"]) {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${offer}\r\n\r\n`);
      const [first] = await once(socket, "data");
      expect(String(first)).toMatch(/^HTTP\/1\.1 (200|404) /);
      socket.destroy();
    }
  });
});

describe("a target that any other server would redirect", () => {
  it.each(["//gateway/sms/balance", "///gateway//sms/balance", "/\\gateway/sms/balance"])(
    "%s is answered as the path itself",
    async (path) => {
      const answer = await ask("POST", `${path}?password=secret`);
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.body.toString("utf8"))).toMatchObject({ code: "invalid_credentials" });
      expect(JSON.stringify([...answer.headers])).not.toContain("secret");
    },
  );

  it("in absolute-form is answered as the path itself, a page's too", async () => {
    for (const path of ["/healthz", "/sign-in"]) {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET http://gateway.test${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

describe("a page", () => {
  const PREFETCH = { purpose: "prefetch", "next-router-prefetch": "1" };

  it.each([
    ["/sign-in", {}, 200],
    ["/docs", {}, 200],
    ["/docs/reference", {}, 200],
    ["/nope", {}, 404],
    ["/samples/nope", {}, 404],
    ["/overview", {}, 307],
    ["/sign-in", { purpose: "prefetch" }, 200],
    ["/sign-in", PREFETCH, 200],
    ["/sign-in", { ...PREFETCH, rsc: "1" }, 307],
    ["/nope", PREFETCH, 404],
    ["/overview", PREFETCH, 307],
  ])("%s %j has a policy with a nonce of its own", async (path, headers, status) => {
    const [first, second] = [await ask("GET", path, headers), await ask("GET", path, headers)];
    expect(first.status).toBe(status);
    const [one, other] = [first, second].map((answer) => answer.headers.get("content-security-policy"));
    expect(one).toMatch(/^default-src 'self'; script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/);
    expect(one).not.toBe(other);
  });

  it.each(["/openapi.json", "/healthz", "/gateway/nope", "/api/nope", "/_next/static/nope"])(
    "%s is none: its policy lets it load nothing",
    async (path) => {
      const { headers } = await ask("GET", path);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("content-type")).not.toContain("html");
    },
  );

  it.each([
    ["POST", "/", 405],
    ["PUT", "/sign-in", 405],
    ["POST", "/api/nope", 404],
    ["GET", "/api/nope", 404],
    ["GET", "/crm-a/nope.php", 404],
    ["GET", "/Gateway/sms/balance", 404],
    ["GET", "/_next/image?url=%2Ficon.svg%0Aforged&w=64&q=75", 404],
  ])("is no answer to %s %s", async (method, path, status) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("allow")).toBe(status === 405 ? "GET, HEAD" : null);
    expect(JSON.parse(answer.body.toString("utf8"))).toMatchObject({ success: false });
  });
});

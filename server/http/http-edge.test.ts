import { on } from "node:events";
import type { RequestListener, Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { listen } from "@/server/base/listen";
import { createGatewayServer } from "@/server/http/http-server";
import { askPlainly, sendWithoutEnd } from "@/tests/support/server/plain-http";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Answers with the request as a page sees it. */
const seen: RequestListener = (request, response) => {
  response.end(`${request.method} ${request.url} ${request.headers.host}`);
};

async function serve(pages = seen): Promise<number> {
  ({ server } = createGatewayServer(pages, 0));
  return listen(server, 0, "127.0.0.1");
}

/** Returns everything that the server sends until it ends the connection. */
async function exchange(port: number, sent: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(sent);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer;
}

describe("a target", () => {
  it.each([
    ["//gateway/sms/balance?password=secret", "/gateway/sms/balance?password=secret pages.test"],
    ["/gateway\\\\sms?a//b", "/gateway/sms?a//b pages.test"],
    ["http://other.test//gateway/sms?a", "/gateway/sms?a other.test"],
    ["HTTP://other.test", "/ other.test"],
  ])("%s is answered as its path, without a redirect", async (target, asked) => {
    const port = await serve();
    const request = `GET ${target} HTTP/1.1\r\nHost: pages.test\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(port, request);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.split("\r\n\r\n")[1]).toContain(`GET ${asked}`);
    expect(answer.split("\r\n\r\n")[0]).not.toContain("secret");
  });
});

describe("what no page answers", () => {
  it.each([
    ["POST", "/", 405],
    ["PUT", "/sign-in", 405],
    ["DELETE", "/nope", 405],
    ["OPTIONS", "*", 405],
    ["POST", "/_next/static/chunks/a.js", 405],
    ["GET", "/crm-a/nope.php", 404],
    ["POST", "/Gateway/sms/out", 404],
    ["POST", "/gateway%2Fsms/out", 404],
    ["PUT", "/g%61teway/sms/out", 404],
    ["GET", "/send%2Ephp", 404],
    ["POST", "/health%7A", 405],
    ["GET", "/_next/image?url=%2Fa%0Aforged&w=64&q=75", 404],
  ])("%s %s is refused as the API refuses", async (method, path, status) => {
    const port = await serve();
    const { headers, ...answer } = await askPlainly(port, { method, path, headers: {}, body: "" });
    expect(answer.status).toBe(status);
    expect(headers.get("allow")).toBe(status === 405 ? "GET, HEAD" : null);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(answer.body.toString("utf8"))).toMatchObject({ success: false });
  });

  it("has no body in answer to HEAD", async () => {
    const answer = await exchange(
      await serve(),
      "HEAD /nope.php HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*\r\n\r\n$/);
  });

  it("is answered though its body is long, and the body is not kept", async () => {
    const port = await serve();
    const body = "x".repeat(600_000);
    const answer = await exchange(
      port,
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 405 [\s\S]*Connection: close/);
  });

  it("does not read an endless body to its end", async () => {
    const { answer, bytes } = await sendWithoutEnd(await serve(), "POST /");
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(bytes).toBeLessThan(50_000_000);
  });
});

describe("an offer to upgrade", () => {
  it.each([
    [
      "h2c",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
    ],
    ["websocket", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZQ=="],
  ])("of %s is ignored, the request answered and the connection kept for the next", async (_, offer) => {
    const port = await serve((request, response) => {
      void text(request).then((body) => response.end(`${request.url} ${body}`));
    });
    const socket = connect(port, "127.0.0.1");
    const answers = on(socket, "data");
    const next = async () => String((await answers.next()).value[0]);
    socket.write(`POST /gateway/a HTTP/1.1\r\nHost: a\r\n${offer}\r\nContent-Length: 4\r\n\r\nbody`);
    expect(await next()).toMatch(/^HTTP\/1\.1 200 .*\/gateway\/a body$/s);
    socket.write("GET /second HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(await next()).toMatch(/^HTTP\/1\.1 200 .*\/second $/s);
    socket.destroy();
  });
});

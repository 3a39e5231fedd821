import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listen } from "@/server/base/listen";
import { createGatewayServer, type GatewayServer } from "@/server/http/http-server";

let gateway: GatewayServer;
let port: number;
/** The responses that the test ends. */
let held: ServerResponse[];

beforeEach(async () => {
  held = [];
  gateway = createGatewayServer((request, response) => {
    if (request.url === "/healthz") response.end("done");
    else held.push(response);
    if (request.url?.endsWith("?begun")) response.write("begun");
    request.resume();
  }, 0);
  port = await listen(gateway.server, 0, "127.0.0.1");
});
afterEach(() => {
  gateway.server.closeAllConnections();
  gateway.server.close();
});

/** Returns everything that comes on a connection until it is closed. `later` is sent after the first data. */
function hear(text: string, later?: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let heard = "";
    socket.on("data", (chunk) => {
      if (heard === "" && later !== undefined) socket.write(later);
      heard += chunk;
    });
    socket.on("error", () => {});
    socket.once("close", () => resolve(heard));
    socket.write(text);
  });
}

const GET = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
const SEND = "POST /gateway/sms/out HTTP/1.1\r\nHost: a\r\n";

it.each([
  ["what is no HTTP", "nonsense\r\n\r\n", 400, "The request can’t be read as HTTP."],
  [
    "headers that are too large",
    `${GET.slice(0, -2)}X: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "The headers of the request are too large.",
  ],
  [
    "a request without a host",
    "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n",
    400,
    "A request by HTTP/1.1 needs the header 'Host'.",
  ],
  [
    "a body whose chunks cannot be read",
    `${SEND}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    "The request can’t be read as HTTP.",
  ],
])("answers %s as any other error, with an id", async (_, text, status, sentence) => {
  const heard = await hear(text);
  const [head = "", body = ""] = heard.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/im);
  expect(head).toMatch(/^Content-Type: application\/json$/im);
  expect(head).toMatch(new RegExp(`^Content-Length: ${Buffer.byteLength(body)}$`, "im"));
  expect(JSON.parse(body)).toEqual({ success: false, error: sentence, code: "invalid_request" });
});

it("answers what came before it on the connection first, and that with its own answer", async () => {
  const refused = once(gateway.server, "clientError");
  const heard = hear(`${SEND}Content-Length: 2\r\n\r\nhinonsense\r\n\r\nmore\r\n\r\n`);
  await refused;
  expect(held).toHaveLength(1);
  held[0]?.end("accepted");
  expect(await heard).toMatch(/^HTTP\/1.1 200 .*accepted.*HTTP\/1.1 400 .*invalid_request"}$/s);
});

it("says nothing in the middle of an answer", async () => {
  const begun = SEND.replace("out", "out?begun");
  const heard = await hear(`${begun}Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n`, "zz\r\n");
  expect(heard).toMatch(/^HTTP\/1.1 200 .*begun/s);
  expect(heard).not.toContain("invalid_request");
});

it("goes on with other connections", async () => {
  await hear("nonsense\r\n\r\n");
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(await response.text()).toBe("done");
});

const TUNNEL = "CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n";

it("refuses a tunnel as any other method, with an id", async () => {
  const heard = await hear(TUNNEL);
  const [head = "", body = ""] = heard.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 405 /);
  expect(head).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/im);
  expect(head).toMatch(/^Allow: GET, HEAD, POST$/im);
  expect(JSON.parse(body)).toMatchObject({ success: false, code: "method_not_allowed" });
});

it("answers what came before a tunnel on the connection first", async () => {
  const refused = once(gateway.server, "connect");
  const heard = hear(`${SEND}Content-Length: 2\r\n\r\nhi${SEND}Content-Length: 2\r\n\r\nho${TUNNEL}into it`);
  await refused;
  expect(held).toHaveLength(2);
  held[1]?.end("second");
  held[0]?.end("first");
  expect(await heard).toMatch(
    /^HTTP\/1.1 200 .*first.*HTTP\/1.1 200 .*second.*HTTP\/1.1 405 .*method_not_allowed"}$/s,
  );
});

it("takes no notice of an expectation that it does not know", async () => {
  const heard = await hear(GET.replace("\r\n\r\n", "\r\nExpect: wonders\r\nConnection: close\r\n\r\n"));
  expect(heard).toMatch(/^HTTP\/1.1 200 .*^X-Request-Id: .*done/ims);
});

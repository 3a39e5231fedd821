import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createGatewayServer, type GatewayServer } from "@/server/http/http-server";
import { mountRoutes } from "@/server/http/mounted-routes";
import { useTestDatabase } from "@/tests/support/database/database";
import { sendWithoutEnd } from "@/tests/support/server/plain-http";

useTestDatabase();

let gateway: GatewayServer;
let address: string;

beforeAll(async () => {
  const mounted = await mountRoutes();
  gateway = createGatewayServer((_, response) => response.writeHead(418).end(), 0, mounted);
  gateway.server.listen(0, "127.0.0.1");
  await once(gateway.server, "listening");
  address = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
});
afterAll(() => gateway.drain());

it.each([
  ["/gateway/carriers/north/report", 403],
  ["/gateway/carriers/north/inbound?token=x", 403],
  ["/gateway/carriers/north/report/", 418],
  ["/gateway/carriers/a/b/report", 418],
  ["/gateway/carriers//report", 418],
  ["/gateway/carriers/north", 418],
])("%s is answered with %s", async (path, status) => {
  expect((await fetch(`${address}${path}`, { method: "POST" })).status).toBe(status);
});

it("refuses a request whose Host cannot be read", async () => {
  const request = http.get(`${address}/gateway/sms/balance`, { headers: { host: "a/b" }, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(400);
  expect(response.headers).toMatchObject({
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "x-content-type-options": "nosniff",
  });
});

it.each([
  ["POST /gateway/sms/out", 413],
  ["OPTIONS /mail-addin/send.php", 204],
  ["DELETE /gateway/sms/out", 405],
])("answers %s with %s, and does not read an endless body to its end", async (firstLine, status) => {
  const { port } = gateway.server.address() as AddressInfo;
  const { answer, bytes } = await sendWithoutEnd(port, firstLine);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(bytes).toBeLessThan(50_000_000);
});

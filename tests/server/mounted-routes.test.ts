import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { issueToken } from "@/lib/auth/keys/issue-token";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { queryOf, testIntegration } from "@/tests/support/integration";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { askPlainly, type PlainAnswer, type PlainRequest } from "@/tests/support/server/plain-http";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";

useTestDatabase();

/** Headers that differ between two responses to the same request, or belong to the transport. */
const TRANSPORT = ["connection", "content-length", "date", "keep-alive", "transfer-encoding", "vary"];
const OF_THIS_ANSWER = ["ratelimit", "x-request-id"];

let server: ProductionServer;
let account: TestAccount;
let token: string;
let automation: Record<string, string>;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n });
  automation = queryOf(await testIntegration(account, "automation"));
  const { clientId, clientSecret } = await createApiKey(
    db(),
    account.accountId,
    { name: "test", expiresAt: null },
    new Date(),
  );
  const credentials = { client_id: clientId, client_secret: clientSecret };
  token = (await issueToken(db(), credentials, { address: "192.0.2.1" }, new Date())).access_token;
  server = await startServer({ PAGES: "yes" });
});
afterAll(killServers);

type RouteRequest = Partial<PlainRequest> & { path: string; query?: string };

function ask({ method = "POST", path, query = "", headers = {}, body }: RouteRequest): Promise<PlainAnswer> {
  const port = Number(new URL(server.address).port);
  return askPlainly(port, { method, path: `${path}${query && `?${query}`}`, headers, body });
}

/** Returns the parts of a response that are the same for all equal requests. */
function comparable({ status, headers, body }: PlainAnswer) {
  const kept = [...headers].filter(([name]) => ![...TRANSPORT, ...OF_THIS_ANSWER].includes(name));
  const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  return { status, headers: Object.fromEntries(kept), body: body.toString("utf8").replace(ids, "<id>") };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };
const credentials = () =>
  new URLSearchParams({ userId: account.userId, password: account.password }).toString();
const message = '{"to":"64211234567","body":"Kia ora","messageClass":"transactional"}';

const REQUESTS: [string, () => RouteRequest][] = [
  [
    "a send by form",
    () => ({
      path: "/gateway/sms/out",
      headers: FORM,
      body: `${credentials()}&to=64211234567&body=Kia+ora&messageClass=transactional`,
    }),
  ],
  [
    "a send by token",
    () => ({
      path: "/gateway/sms/out",
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
      body: message,
    }),
  ],
  [
    "a send without Content-Length",
    () => ({
      path: "/gateway/sms/out",
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}`, "transfer-encoding": "chunked" },
      body: message,
    }),
  ],
  ["a balance by query string", () => ({ path: "/gateway/sms/balance", query: credentials() })],
  ["a wrong token", () => ({ path: "/gateway/sms/out", headers: { authorization: "Bearer no" } })],
  ["no credentials", () => ({ path: "/gateway/sms/balance" })],
  ["another method", () => ({ method: "GET", path: "/gateway/sms/out" })],
  ["a HEAD", () => ({ method: "HEAD", path: "/healthz" })],
  ["a GET", () => ({ method: "GET", path: "/readyz" })],
  ["the description of the API", () => ({ method: "GET", path: "/openapi.json" })],
  ["a HEAD of it", () => ({ method: "HEAD", path: "/openapi.json" })],
  ["a client", () => ({ method: "GET", path: "/docs/clients/gateway.py" })],
  ["the manifest of the add-in", () => ({ method: "GET", path: "/mail-addin/manifest.xml" })],
  ["OPTIONS", () => ({ method: "OPTIONS", path: "/mail-addin/send.php" })],
  ["a body that is not JSON", () => ({ path: "/gateway/sms/out", headers: JSON_TYPE, body: "{" })],
  ["a body that is not UTF-8", () => ({ path: "/gateway/sms/out", headers: FORM, body: "to=%ff" })],
  [
    "a body of another kind",
    () => ({ path: "/gateway/sms/out", headers: { "content-type": "text/xml" }, body: "<a/>" }),
  ],
  [
    "a body that is too large",
    () => ({ path: "/gateway/sms/out", headers: FORM, body: "x".repeat(4_200_000) }),
  ],
  [
    "the legacy endpoint",
    () => ({ method: "GET", path: "/send.php", query: "username=a&password=b&cellnum=1&message=c" }),
  ],
  [
    "an integration",
    () => ({
      path: "/automation/webhook.php",
      query: new URLSearchParams(automation).toString(),
      headers: JSON_TYPE,
      body: '{"to":"64211234567","message":"Kia ora"}',
    }),
  ],
  [
    "forged headers",
    () => ({
      path: "/gateway/sms/balance",
      headers: {
        "x-forwarded-for": "198.51.100.9",
        "x-request-id": "forged",
        "x-forwarded-host": "evil.example",
      },
    }),
  ],
];

it("answers every request to sign in, or to be told how, without a cache's help", async () => {
  for (const action of ["providers", "csrf", "session", "signin", "error", "signout", "nope"]) {
    const { headers } = await ask({
      method: "GET",
      path: `/api/auth/${action}`,
      headers: { host: "evil.example" },
    });
    expect([action, headers.get("cache-control")]).toEqual([action, expect.stringContaining("no-store")]);
  }
});

it.each(["/openapi.json", "/docs/search.json", "/docs/clients/gateway.ts"])(
  "%s is compressed by a worker, and not sent again to who has it",
  async (path) => {
    const read = (headers: Record<string, string>) => ask({ method: "GET", path, headers });
    // The search index is built from pages. A worker has it after the first request.
    const encoding = async () => (await read({ "accept-encoding": "gzip" })).headers.get("content-encoding");
    await expect.poll(encoding).toBe("gzip");
    const [plain, packed] = [await read({}), await read({ "accept-encoding": "gzip" })];
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length / 3);
    const etag = plain.headers.get("etag") ?? "";
    expect(packed.headers.get("etag")).toBe(etag);
    const [again, head] = [
      await read({ "if-none-match": etag }),
      await ask({ method: "HEAD", path, headers: { "if-none-match": etag } }),
    ];
    expect([again.status, again.body.length, head.status]).toEqual([304, 0, 304]);
  },
);

describe("a route is answered alike", () => {
  it.each(REQUESTS)("by the server itself and by Next: %s", async (_, request) => {
    // With a slash at the end, Next responds for the same file.
    const [own, next] = [await ask(request()), await ask({ ...request(), path: `${request().path}/` })];
    expect(comparable(own)).toEqual(comparable(next));
    expect(own.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    // Next adds its own headers to Vary. Our responses do not.
    expect(own.headers.get("vary") ?? "").not.toContain("rsc");
    expect(next.headers.get("vary")).toContain("rsc");
  });

  it("to a health check by HTTP/1.0, which names no host", async () => {
    const { port } = new URL(server.address);
    const socket = connect(Number(port), "127.0.0.1");
    socket.end("GET /healthz HTTP/1.0\r\n\r\n");
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("whatever is called Host", async () => {
    const answer = await ask({ path: "/gateway/sms/balance", headers: { host: "a b" } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(answer.body.toString("utf8"))).toMatchObject({
      success: false,
      code: "invalid_request",
    });
  });
});

describe("a client's address", () => {
  it("is what failures are counted by, whatever the client writes", async () => {
    // An account that has not been used from this address.
    const { userId } = await testAccount();
    const guess = (index: number) =>
      ask({
        path: "/gateway/sms/balance",
        headers: { ...FORM, "x-forwarded-for": `198.51.100.${index}` },
        body: new URLSearchParams({ userId, password: `guess ${index}` }).toString(),
      });
    const statuses = [];
    for (let index = 0; index < 12; index++) statuses.push((await guess(index)).status);
    expect(statuses.slice(-1)).toEqual([429]);
  });
});

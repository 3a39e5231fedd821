import { afterEach, expect, it } from "vitest";
import { GET, HEAD, POST } from "@/app/openapi.json/route";
import { reloadEnv } from "@/lib/env";
import { buildDocument, type OpenApiDocument } from "@/lib/openapi/document";

const SETTINGS = ["APP_URL", "LEGACY_HOST", "TRUST_PROXY"] as const;

afterEach(() => {
  for (const name of SETTINGS) delete process.env[name];
  reloadEnv();
});

function set(settings: Partial<Record<(typeof SETTINGS)[number], string>>): void {
  Object.assign(process.env, settings);
  reloadEnv();
}

async function serversFor(headers: Record<string, string>): Promise<string[]> {
  const response = await GET(new Request("http://127.0.0.1:3000/openapi.json", { headers }));
  const { servers = [] } = (await response.json()) as OpenApiDocument;
  return servers.map(({ url }) => url);
}

it("is the document, for anyone, from any page, for a short while", async () => {
  const response = await GET(new Request("http://127.0.0.1:3000/openapi.json"));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  // The response contains the requested host, so shared caches must not store it.
  expect(response.headers.get("cache-control")).toBe("private, max-age=300");
  expect(response.headers.get("x-request-id")).toBeTruthy();
  const document = await response.json();
  expect(document).toEqual(
    JSON.parse(JSON.stringify(buildDocument(["http://127.0.0.1:3000"], { simulated: true }))),
  );
});

it("is not sent again to who has it, and another one of another address", async () => {
  const ask = (headers: Record<string, string>, { handle, method } = { handle: GET, method: "GET" }) =>
    handle(new Request("http://127.0.0.1:3000/openapi.json", { method, headers }));
  const etag = (await ask({})).headers.get("etag") ?? "";
  const again = await ask({ "if-none-match": etag });
  expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
  expect((await ask({ "if-none-match": etag, host: "sms.example.co.nz" })).status).toBe(200);
  expect((await ask({}, { handle: HEAD, method: "HEAD" })).headers.get("etag")).toBe(etag);
});

it("names the address that was called, and not what a caller only claims", async () => {
  expect(await serversFor({ host: "sms.example.co.nz:8080" })).toEqual(["http://sms.example.co.nz:8080"]);
  expect(await serversFor({ host: "a/b?c" })).toEqual(["http://a"]);
  expect(await serversFor({ host: "not a host" })).toEqual(["http://127.0.0.1:3000"]);
  const forwarded = { host: "sms.example.co.nz", "x-forwarded-proto": "https" };
  expect(await serversFor(forwarded)).toEqual(["http://sms.example.co.nz"]);
  set({ TRUST_PROXY: "1" });
  expect(await serversFor(forwarded)).toEqual(["https://sms.example.co.nz"]);
});

it("names the address and the second host of the settings", async () => {
  set({ APP_URL: "https://sms.example.co.nz/", LEGACY_HOST: "old.example.co.nz" });
  expect(await serversFor({ host: "elsewhere.example" })).toEqual([
    "https://sms.example.co.nz",
    "https://old.example.co.nz",
  ]);
});

it("is for shared caches where the settings say its address", async () => {
  set({ APP_URL: "https://sms.example.co.nz" });
  const { headers } = await GET(new Request("http://127.0.0.1:3000/openapi.json"));
  expect(headers.get("cache-control")).toBe("public, max-age=300");
});

it("takes no other method", async () => {
  const response = await POST(new Request("http://127.0.0.1:3000/openapi.json", { method: "POST" }));
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD");
});

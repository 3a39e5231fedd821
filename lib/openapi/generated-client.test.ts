import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { generateApi } from "swagger-typescript-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import type { ErrorResponse } from "@/lib/contracts/base/error";
import type { BillingSummaryResponse } from "@/lib/contracts/gateway/billing-query";
import type { NumberLookupResponse } from "@/lib/contracts/gateway/number-lookup";
import type { BulkSendResponse, SendResponse } from "@/lib/contracts/gateway/send";
import type { StatusQueryResponse } from "@/lib/contracts/gateway/status-query";
import type { TokenResponse } from "@/lib/contracts/gateway/token";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";

useTestDatabase();

const MOBILE = "64211234567";

/** The result of a generated method, or its error. */
type ClientResponse<Body> = { status: number; data: Body; error: ErrorResponse; headers: Headers };
type Method<Body> = (
  parameters?: object,
  params?: { headers?: Record<string, string>; type?: string },
) => Promise<ClientResponse<Body>>;

/** The part of the generated client that is used here; its own types are checked by the compiler below. */
type Client = {
  setSecurityData(token: string | null): void;
  gateway: {
    issueToken: Method<TokenResponse>;
    sendMessage: Method<SendResponse & Omit<BulkSendResponse, "status">>;
    queryStatus: Method<StatusQueryResponse>;
    queryBilling: Method<BillingSummaryResponse>;
    lookupNumber: Method<NumberLookupResponse>;
    readConfiguration: Method<object>;
  };
  simulator: { readHandset: Method<object> };
  sendPhp: { legacySend: Method<string> };
};

/** The program of a user of the client. It is only compiled, never run. */
const USAGE = `import { Api, type SendRequest } from "./client";
const api = new Api<string>({ securityWorker: (token) => ({ headers: { Authorization: \`Bearer \${token}\` } }) });
export async function use(): Promise<void> {
  const { data: token } = await api.gateway.issueToken({ client_id: "cid_", client_secret: "csk_" });
  api.setSecurityData(token.access_token);
  const request: SendRequest = { to: ["64211234567"], body: "Kia ora", messageClass: "marketing", unicode: true };
  const { data: sent } = await api.gateway.sendMessage(request);
  const ids: string[] = "messages" in sent ? sent.messages.flatMap((one) => (one.success ? [one.message_id] : [])) : [sent.message_id];
  const { data: status } = await api.gateway.queryStatus({ message_id: ids.join(","), limit: 10 });
  const codes: (number | null)[] = status.messages.map(({ statusCode }) => statusCode);
  // @ts-expect-error a class that there is not
  await api.gateway.sendMessage({ ...request, messageClass: "other" });
  // @ts-expect-error a text is required
  await api.gateway.sendMessage({ to: "64211234567", messageClass: "marketing" });
  console.log(codes);
}
`;

let folder: string;
let server: RouteServer;
let client: Client;
let account: TestAccount;

beforeAll(async () => {
  server = await serveRoutes();
  folder = mkdtempSync(path.join(tmpdir(), "gateway-client-"));
  const document = await (await fetch(`${server.address}/openapi.json`)).json();
  await generateApi({
    spec: document,
    output: folder,
    fileName: "client.ts",
    httpClientType: "fetch",
    silent: true,
  });
  const { Api } = (await import(path.join(folder, "client.ts"))) as {
    Api: new (options: object) => Client;
  };
  // The client's address is the first server of the document: the test only sets how a token is sent.
  client = new Api({
    securityWorker: (token: string | null) =>
      token === null ? {} : { headers: { Authorization: `Bearer ${token}` } },
  });
  account = await testAccount();
}, 60_000);

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the error of a call. */
async function refusal(call: Promise<unknown>): Promise<ClientResponse<unknown>> {
  return call.then(
    () => Promise.reject(new Error("It was not refused.")),
    (refused: unknown) => refused as ClientResponse<unknown>,
  );
}

describe("a client that is generated from the document", () => {
  it("compiles, with the types of the contracts", async () => {
    writeFileSync(path.join(folder, "usage.ts"), USAGE);
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
    const options =
      "--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler";
    const tsc = path.join(path.dirname(compiler), "bin", "tsc");
    const compiled = promisify(execFile)(process.execPath, [tsc, ...options.split(" "), "usage.ts"], {
      cwd: folder,
    });
    expect(await compiled.catch(({ stdout }: { stdout: string }) => stdout)).toMatchObject({ stdout: "" });
  }, 60_000);

  it("gets a token, sends, and asks what became of it and what it cost", async () => {
    const key = await createApiKey(db(), account.accountId, { name: "client", expiresAt: null }, new Date());
    const { data: token } = await client.gateway.issueToken({
      client_id: key.clientId,
      client_secret: key.clientSecret,
    });
    expect(token).toMatchObject({ token_type: "Bearer", expires_in: 86_400 });
    client.setSecurityData(token.access_token);

    const text = { to: MOBILE, body: "Kia ora", messageClass: "transactional", rateCode: "shop" };
    const tried = await client.gateway.sendMessage({ ...text, sandbox: true });
    expect(tried.data).toMatchObject({ status: "sandbox", sandbox_would_charge: 0.115 });

    const { data: sent } = await client.gateway.sendMessage({ ...text, messageId: "order-1" });
    expect(sent).toMatchObject({ success: true, to: MOBILE, parts: 1 });
    const { data: many } = await client.gateway.sendMessage({ ...text, to: [MOBILE, "not a number"] });
    expect(many.summary).toEqual({ total: 2, sent: 1, failed: 1 });

    const { data: status } = await client.gateway.queryStatus({ message_id: sent.message_id });
    expect(status.messages).toMatchObject([{ to: MOBILE, status: "PENDING", customerMessageId: "order-1" }]);

    const { data: billing } = await client.gateway.queryBilling({ rateCode: "shop" });
    expect(billing.rateCodes).toMatchObject([{ rateCode: "shop", messages: 2, totalInclGst: 0.23 }]);

    const { data: found } = await client.gateway.lookupNumber({ number: "021 123 4567" });
    expect(found).toMatchObject({ number: MOBILE, original_network: "One NZ" });
  });

  it("repeats a send safely with a key", async () => {
    const text = { to: MOBILE, body: "Once", messageClass: "transactional" };
    const headers = { "Idempotency-Key": "client-1" };
    const first = await client.gateway.sendMessage(text, { headers });
    const again = await client.gateway.sendMessage(text, { headers });
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("idempotent-replay")).toBe("true");
  });

  it("takes credentials as parameters, in JSON, a form and a query string", async () => {
    client.setSecurityData(null);
    const { userId, password } = account;
    const text = {
      userId,
      password,
      to: MOBILE,
      body: "Kia ora",
      messageClass: "transactional",
      sandbox: true,
    };
    expect((await client.gateway.sendMessage(text)).data.status).toBe("sandbox");
    const form = { type: "application/x-www-form-urlencoded" };
    expect((await client.gateway.sendMessage(text, form)).data.status).toBe("sandbox");
    const configuration = await client.gateway.readConfiguration({ userId, password });
    expect(configuration.data).toMatchObject({ success: true, webhook_url: null });
    const handset = await client.simulator.readHandset({ msisdn: MOBILE, userId, password });
    expect(handset.data).toMatchObject({ status: "success" });
    const legacy = { username: userId, password, cellnum: MOBILE, message: "Kia ora" };
    expect(await ((await client.sendPhp.legacySend(legacy)) as unknown as Response).text()).toMatch(
      /^SUCCESS:/,
    );
  });

  it("is told in its own types why it is refused", async () => {
    const { userId, password } = account;
    const missing = await refusal(client.gateway.sendMessage({ userId, password, to: MOBILE }));
    expect(missing).toMatchObject({ status: 400, error: { success: false, code: "missing_parameter" } });
    const wrong = await refusal(
      client.gateway.issueToken({ client_id: "cid_none", client_secret: "csk_none" }),
    );
    expect(wrong).toMatchObject({ status: 401, error: { error: "invalid_client" } });
  });
});

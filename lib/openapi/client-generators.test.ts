import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { ROOT } from "@/server/base/root";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";

useTestDatabase();

const TOOLS = path.join(ROOT, "tools/client-generators");

const TIMEOUT_MS = 240_000;

/** A program for each generated client: the first calls that a customer writes, and the responses. */
const CALLS = `
  const text = { to: "64211234567", body: "Kia ora", messageClass: "transactional" } as const;
  const one = await send(text);
  if (one.status === "bulk") throw new Error("One recipient has no list.");
  const id: string = one.message_id;
  const many = await send({ ...text, to: ["64211234567", "not a number"], rateCode: "shop" });
  if (many.status !== "bulk") throw new Error("A list is answered with a list.");
  const ids: string[] = many.messages.flatMap((entry) => (entry.success ? [entry.message_id] : []));
  const sums = await bill({});
  if (sums.mode !== "summary") throw new Error("Sums are asked for.");
  const codes: string[] = sums.rateCodes.map(({ rateCode }) => rateCode);
  const list = await bill({ detail: 1 });
  if (list.mode !== "detail") throw new Error("Transactions are asked for.");
  const billed: string[] = list.transactions.map(({ messageId }) => messageId);
  const found = await find({ message_id: id });
  const states: string[] = found.messages.map(({ status }) => status);
  const refused = await refusal({ ...text, to: "not a number" });
  console.log(JSON.stringify({ id, ids, codes, billed, states, refused, summary: many.summary }));
`;

const PROGRAMS = {
  "openapi-typescript": `import createClient from "openapi-fetch";
import type { components, paths } from "./client";
const [baseUrl = "", token] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
async function send(body: components["schemas"]["SendRequest"]) {
  const { data, error } = await client.POST("/gateway/sms/out", { body });
  if (!data) throw new Error(error.error);
  return data;
}
async function bill(body: components["schemas"]["BillingQueryRequest"]) {
  const { data, error } = await client.POST("/gateway/billing/query", { body });
  if (!data) throw new Error(error.error);
  return data;
}
async function find(body: components["schemas"]["StatusQueryRequest"]) {
  const { data, error } = await client.POST("/gateway/sms/status/query", { body });
  if (!data) throw new Error(error.error);
  return data;
}
async function refusal(body: components["schemas"]["SendRequest"]): Promise<string | undefined> {
  const { error } = await client.POST("/gateway/sms/out", { body });
  return error?.code;
}
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: components["schemas"]["SendRequest"] = { to: "64211234567", messageClass: "marketing" };
void use();
`,
  "@hey-api/openapi-ts": `import {
  type BillingQueryRequest,
  queryBilling,
  queryStatus,
  type SendRequest,
  sendMessage,
  type StatusQueryRequest,
} from "./client";
import { client } from "./client/client.gen";
const [baseUrl = "", token] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: () => token });
const send = async (body: SendRequest) => (await sendMessage({ body, throwOnError: true })).data;
const bill = async (body: BillingQueryRequest) => (await queryBilling({ body, throwOnError: true })).data;
const find = async (body: StatusQueryRequest) => (await queryStatus({ body, throwOnError: true })).data;
const refusal = async (body: SendRequest): Promise<string | undefined> => (await sendMessage({ body })).error?.code;
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
  "openapi-typescript-codegen": `import {
  ApiError,
  type BillingQueryRequest,
  OpenAPI,
  QueriesService,
  type SendRequest,
  SendingService,
  type StatusQueryRequest,
} from "./client";
const [baseUrl = "", token = ""] = process.argv.slice(2);
OpenAPI.BASE = baseUrl;
OpenAPI.TOKEN = token;
const send = (body: SendRequest) => SendingService.sendMessage(body);
const bill = (body: BillingQueryRequest) => QueriesService.queryBilling(body);
const find = (body: StatusQueryRequest) => QueriesService.queryStatus(body);
const refusal = (body: SendRequest): Promise<string | undefined> =>
  SendingService.sendMessage(body).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.body.code : undefined),
  );
async function use(): Promise<void> {${CALLS.replace("entry.success", '"message_id" in entry')}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
  oazapfts: `import {
  type BillingQueryRequest,
  defaults,
  queryBilling,
  queryStatus,
  type SendRequest,
  sendMessage,
  type StatusQueryRequest,
} from "./client";
const [baseUrl = "", token] = process.argv.slice(2);
defaults.baseUrl = baseUrl;
defaults.headers = { Authorization: \`Bearer \${token}\` };
async function send(body: SendRequest) {
  const answer = await sendMessage(body);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function bill(body: BillingQueryRequest) {
  const answer = await queryBilling(body);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function find(body: StatusQueryRequest) {
  const answer = await queryStatus(body);
  if (answer.status !== 200) throw new Error(answer.data.error);
  return answer.data;
}
async function refusal(body: SendRequest): Promise<string | undefined> {
  const answer = await sendMessage(body);
  return answer.status === 400 ? answer.data.code : undefined;
}
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
  "openapi-zod-client": `import { isAxiosError } from "axios";
import type { z } from "zod";
import { createApiClient, schemas } from "./client";
const [baseUrl = "", token] = process.argv.slice(2);
const client = createApiClient(baseUrl, { axiosConfig: { headers: { Authorization: \`Bearer \${token}\` } } });
type SendRequest = z.infer<typeof schemas.SendRequest>;
const send = (body: SendRequest) => client.sendMessage(body);
const bill = (body: z.infer<typeof schemas.BillingQueryRequest>) => client.queryBilling(body);
const find = (body: z.infer<typeof schemas.StatusQueryRequest>) => client.queryStatus(body);
const refusal = (body: SendRequest): Promise<string | undefined> =>
  client.sendMessage(body).then(
    () => undefined,
    (error: unknown) => (isAxiosError(error) ? error.response?.data.code : undefined),
  );
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};

type Generator = keyof typeof PROGRAMS;

/** How each is run on a document: its program, and its arguments. */
const COMMANDS: Record<Generator, { file: string; args: string[] }> = {
  "openapi-typescript": { file: "bin/cli.js", args: ["openapi.json", "-o", "client.d.ts"] },
  "@hey-api/openapi-ts": {
    file: "bin/run.js",
    args: ["-i", "openapi.json", "-o", "client", "--no-log-file"],
  },
  "openapi-typescript-codegen": {
    file: "bin/index.js",
    args: ["-i", "openapi.json", "-o", "client", "--useUnionTypes"],
  },
  oazapfts: { file: "dist/cli.js", args: ["openapi.json", "client.ts"] },
  "openapi-zod-client": {
    file: "bin.js",
    args: ["openapi.json", "-o", "client.ts", "--export-schemas"],
  },
};

const COMPILER = {
  compilerOptions: {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: ["node"] },
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
  },
  files: ["use.ts"],
};

let server: RouteServer;
let token: string;
const folders: string[] = [];

beforeAll(async () => {
  server = await serveRoutes();
  const { accountId } = await testAccount();
  const key = await createApiKey(db(), accountId, { name: "client", expiresAt: null }, new Date());
  const answer = await fetch(`${server.address}/gateway/auth/token`, {
    method: "POST",
    body: new URLSearchParams({ client_id: key.clientId, client_secret: key.clientSecret }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});

afterAll(async () => {
  await server?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of Node's; what it says, where it fails. */
async function node(folder: string, ...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, args, { cwd: folder });
  const { stdout } = await run.catch(({ stdout: out, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${args[0]}: ${out}${stderr}`);
  });
  return stdout;
}

/** A folder with a client of the document, and a program that uses it. */
async function generated(generator: Generator): Promise<string> {
  // Below node_modules, so that what the client imports is found, and nothing of ours is.
  const cache = path.join(TOOLS, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, "client-"));
  folders.push(folder);
  writeFileSync(
    path.join(folder, "openapi.json"),
    await (await fetch(`${server.address}/openapi.json`)).text(),
  );
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(COMPILER));
  writeFileSync(path.join(folder, "use.ts"), PROGRAMS[generator]);
  const { file, args } = COMMANDS[generator];
  await node(folder, path.join(placeOf(generator), file), ...args);
  return folder;
}

const resolve = createRequire(import.meta.url).resolve;

/** Returns the folder of a generator. npm installs it beside its own compiler or beside other packages. */
function placeOf(generator: Generator): string {
  const own = path.join(TOOLS, "node_modules", generator);
  return existsSync(own) ? own : path.join(ROOT, "node_modules", generator);
}

describe.each(Object.keys(PROGRAMS) as Generator[])("a client that %s makes of the document", (generator) => {
  it(
    "compiles where nothing but what is required is given, and does what it is asked",
    async () => {
      const folder = await generated(generator);
      const tsc = path.join(path.dirname(resolve("typescript/package.json")), "bin", "tsc");
      expect(await node(folder, tsc, "-p", folder)).toBe("");

      const loader = resolve("tsx");
      const done = JSON.parse(await node(folder, "--import", loader, "use.ts", server.address, token)) as {
        id: string;
        ids: string[];
        codes: string[];
        billed: string[];
        states: string[];
        refused: string;
        summary: object;
      };
      expect(done.states).toEqual(["PENDING"]);
      expect(done.refused).toBe("invalid_recipient");
      expect(done.summary).toEqual({ total: 2, sent: 1, failed: 1 });
      expect(done.codes).toEqual(["shop", "untagged"]);
      expect(done.billed).toEqual(expect.arrayContaining([done.id, ...done.ids]));
    },
    TIMEOUT_MS,
  );
});

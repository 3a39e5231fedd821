import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

const TIMEOUT_MS = 240_000;

/** What both programs do with their clients, in one place: what a customer writes first, and what comes back. */
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
  console.log(JSON.stringify({ id, ids, codes, billed, summary: many.summary }));
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
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: components["schemas"]["SendRequest"] = { to: "64211234567", messageClass: "marketing" };
void use();
`,
  "@hey-api/openapi-ts": `import { type BillingQueryRequest, queryBilling, type SendRequest, sendMessage } from "./client";
import { client } from "./client/client.gen";
const [baseUrl = "", token] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: () => token });
const send = async (body: SendRequest) => (await sendMessage({ body, throwOnError: true })).data;
const bill = async (body: BillingQueryRequest) => (await queryBilling({ body, throwOnError: true })).data;
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
  const cache = path.join(ROOT, "node_modules", ".cache");
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
  await node(folder, path.join(ROOT, "tools/client-generators/node_modules", generator, file), ...args);
  return folder;
}

const resolve = createRequire(import.meta.url).resolve;

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
        summary: object;
      };
      expect(done.summary).toEqual({ total: 2, sent: 1, failed: 1 });
      expect(done.codes).toEqual(["shop", "untagged"]);
      expect(done.billed).toEqual(expect.arrayContaining([done.id, ...done.ids]));
    },
    TIMEOUT_MS,
  );
});

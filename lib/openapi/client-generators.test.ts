import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { ROOT } from "@/server/base/root";
import { heyApiOpenapiTs } from "@/tests/support/client-generators/hey-api-openapi-ts";
import { kubb } from "@/tests/support/client-generators/kubb";
import { ngOpenapiGen } from "@/tests/support/client-generators/ng-openapi-gen";
import { oazapfts } from "@/tests/support/client-generators/oazapfts";
import { openapiTypescript } from "@/tests/support/client-generators/openapi-typescript";
import { openapiTypescriptCodegen } from "@/tests/support/client-generators/openapi-typescript-codegen";
import { openapiZodClient } from "@/tests/support/client-generators/openapi-zod-client";
import { orval } from "@/tests/support/client-generators/orval";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";

useTestDatabase();

const TOOLS = path.join(ROOT, "tools/client-generators");

const TIMEOUT_MS = 240_000;

const GENERATORS = {
  "openapi-typescript": openapiTypescript,
  "@hey-api/openapi-ts": heyApiOpenapiTs,
  "openapi-typescript-codegen": openapiTypescriptCodegen,
  oazapfts,
  "openapi-zod-client": openapiZodClient,
  orval,
  "ng-openapi-gen": ngOpenapiGen,
  kubb,
};

type Generator = keyof typeof GENERATORS;

const COMPILER_OPTIONS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: ["node"],
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
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

/** Runs a Node program. Returns its output. */
async function node(folder: string, ...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, args, { cwd: folder });
  const { stdout } = await run.catch(({ stdout: out, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${args[0]}: ${out}${stderr}`);
  });
  return stdout;
}

/** Creates a folder with a client of the document, and a program that uses it. */
async function generated(generator: Generator): Promise<string> {
  // Below node_modules the client finds its imports, but no files of ours.
  const cache = path.join(TOOLS, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, "client-"));
  folders.push(folder);
  const { run, args = [], files = {}, program, compilerOptions } = GENERATORS[generator];
  const compiler = { compilerOptions: { ...COMPILER_OPTIONS, ...compilerOptions }, files: ["use.ts"] };
  const written = {
    "openapi.json": await (await fetch(`${server.address}/openapi.json`)).text(),
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify(compiler),
    "use.ts": program,
    ...files,
  };
  for (const [name, text] of Object.entries(written)) writeFileSync(path.join(folder, name), text);
  await node(folder, run.startsWith("./") ? run : path.join(placeOf(generator), run), ...args);
  return folder;
}

const resolve = createRequire(import.meta.url).resolve;

/** Returns the folder of a generator. npm installs it beside its own compiler or beside other packages. */
function placeOf(generator: Generator): string {
  const own = path.join(TOOLS, "node_modules", generator);
  return existsSync(own) ? own : path.join(ROOT, "node_modules", generator);
}

describe.each(Object.keys(GENERATORS) as Generator[])(
  "a client that %s makes of the document",
  (generator) => {
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
  },
);

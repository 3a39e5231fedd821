import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import ClientsPage from "@/app/docs/(guides)/clients/page";
import { type ClientSample, FAIL, LIST, RECEIVE, SEND } from "@/app/docs/(guides)/clients/samples";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { DELIVERY_REPORT_EXAMPLE, INBOUND_MESSAGE_EXAMPLE } from "@/lib/openapi/webhooks";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { checkPort } from "@/server/base/listen";
import { hasProgram, runShell } from "@/tests/support/commands/shell";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";

useTestDatabase();

const asked = vi.hoisted(() => ({ host: "" }));
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host: asked.host }) }));

const FOLDER = mkdtempSync(path.join(tmpdir(), "gateway-client-samples-"));
const HAS_CURL = hasProgram("curl", "--version");
const LANGUAGES = [
  {
    place: 0,
    language: "TypeScript",
    file: "gateway.ts",
    isHere: true,
    command: [process.execPath, "--import", createRequire(import.meta.url).resolve("tsx")],
  },
  {
    place: 1,
    language: "Python",
    file: "gateway.py",
    command: ["python3"],
    isHere: hasProgram("python3", "--version"),
  },
] as const;

let server: RouteServer;
let html: string;
let key: Record<string, string>;

beforeAll(async () => {
  for (const name of ["NIGHT_START", "NIGHT_END"]) vi.stubEnv(name, "00:00");
  reloadEnv();
  server = await serveRoutes();
  asked.host = new URL(server.address).host;
  html = renderToStaticMarkup(await ClientsPage());
  const { accountId } = await testAccount();
  const named = { name: "sample", expiresAt: null };
  const { clientId, clientSecret } = await createApiKey(db(), accountId, named, new Date());
  key = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
});

afterAll(async () => {
  await server?.close();
  rmSync(FOLDER, { recursive: true });
  vi.unstubAllEnvs();
  reloadEnv();
});

/** Returns the code of a page without its colours. */
const shown = () =>
  html.replace(/<[^>]*>/g, "").replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity] ?? entity);
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

it("shows every sample, and a link to each client", () => {
  for (const { text } of [SEND, FAIL, LIST, RECEIVE].flat()) expect(shown()).toContain(text);
  for (const { file } of LANGUAGES) expect(html).toContain(`href="/docs/clients/${file}" download`);
});

it.skipIf(!HAS_CURL)("downloads both clients by its command", async () => {
  for (const { file } of LANGUAGES) {
    const command = `curl -O ${server.address}/docs/clients/${file}`;
    expect(shown()).toContain(command);
    const { code } = await runShell(`cd ${FOLDER} && ${command} --silent`);
    expect(code).toBe(0);
    const downloaded = readFileSync(path.join(FOLDER, file), "utf8");
    expect(downloaded).toBe(await (await fetch(`${server.address}/docs/clients/${file}`)).text());
    expect(downloaded).toContain(`DEFAULT_BASE_URL = "${server.address}"`);
  }
});

describe.each(LANGUAGES)("the samples in $language", ({ place, file, command, isHere }) => {
  beforeAll(async () => {
    const client = await fetch(`${server.address}/docs/clients/${file}`);
    writeFileSync(path.join(FOLDER, "package.json"), '{ "type": "module" }');
    writeFileSync(path.join(FOLDER, file), await client.text());
  });

  const test = it.skipIf(!isHere);

  /** Writes a sample into the folder of its client. */
  function written({ file: name, text }: ClientSample): string {
    const at = path.join(FOLDER, name);
    writeFileSync(at, text);
    return at;
  }

  const run = (sample: ClientSample) =>
    runShell(`cd ${FOLDER} && ${command.join(" ")} ${written(sample)}`, key);

  test("send, fail by code, and go over what was billed", async () => {
    const sent = await run(SEND[place]);
    expect(sent).toEqual({ code: 0, out: expect.stringMatching(/^accepted [0-9a-f-]{36}\n$/), err: "" });
    const failed = await run(FAIL[place]);
    expect(failed.err).toBe("");
    expect(failed.out).toMatch(/^Ask for another number\.\n400 invalid_recipient [0-9a-f-]{36}\n$/);
    const listed = await run(LIST[place]);
    expect(listed.err).toBe("");
    expect(listed.out).toMatch(/^(64211234567 0\.115\n)+$/);
  });

  test("take what is signed with either secret, and refuse what is not", async () => {
    const port = await checkPort(0, "127.0.0.1");
    const [program, ...args] = command;
    const { PATH, NODE_ENV } = process.env;
    const receiver = spawn(program, [...args, written(RECEIVE[place])], {
      cwd: FOLDER,
      env: { PATH, NODE_ENV, PORT: String(port), WEBHOOK_SECRETS: "whsec_new whsec_old" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const said = output(receiver);
      const post = async (event: object, headers: Record<string, string>) => {
        const body = JSON.stringify(event);
        return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers })).status;
      };
      const signed = (event: object, secret: string, agoMs = 0) =>
        signatureHeaders(JSON.stringify(event), [secret], Date.now() - agoMs);
      const report = DELIVERY_REPORT_EXAMPLE;
      await expect
        .poll(() => post(report, signed(report, "whsec_new")).catch(() => "not there yet"))
        .toBe(204);
      expect(await post(INBOUND_MESSAGE_EXAMPLE, signed(INBOUND_MESSAGE_EXAMPLE, "whsec_old"))).toBe(204);
      expect(await post(report, signed(report, "whsec_other"))).toBe(400);
      expect(await post(report, signed(report, "whsec_new", 301_000))).toBe(400);
      expect(await post(report, {})).toBe(400);
      await expect.poll(said).toBe(`${report.messageId} DELIVRD\n64211234567 Yes please\n`);
    } finally {
      receiver.kill();
      await once(receiver, "close");
    }
  });
});

/** Returns a function that reads the output of a process so far. */
function output(child: ChildProcess): () => string {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  return () => text;
}

import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { oas31 } from "zod-openapi";
import { OPERATIONS } from "@/lib/contracts/operations";
import { readModel } from "@/lib/openapi/clients/model/client-model";
import { publishedClient } from "@/lib/openapi/clients/published-clients";
import { pythonClient } from "@/lib/openapi/clients/python/python-client";
import { functionName } from "@/lib/openapi/clients/python/python-types";
import { typescriptClient } from "@/lib/openapi/clients/typescript/typescript-client";
import { buildDocument } from "@/lib/openapi/document";
import { errorsOf } from "@/lib/openapi/errors";
import { ROOT } from "@/server/base/root";
import { clientFolder } from "@/tests/support/clients/client-drivers";
import { hasProgram } from "@/tests/support/commands/shell";

const BASE = "https://sms.example.co.nz";
const SIMULATED = { simulated: true };
const typescript = publishedClient("typescript", BASE, SIMULATED).text;
const python = publishedClient("python", BASE, SIMULATED).text;

/** The program of a user of the client. It is only compiled, never run. */
const USAGE = `import { Gateway, GatewayError, type SendRequest, verifyWebhook, type WebhookEvent } from "./gateway.js";
const gateway = new Gateway({ credentials: { clientId: "cid_", clientSecret: "csk_" } });
const text: SendRequest = { to: "64211234567", body: "Kia ora", messageClass: "transactional", from: undefined };
const sent = await gateway.sendMessage(text, { idempotencyKey: "order-1001" });
const ids: string[] = sent.status === "bulk" ? sent.messages.flatMap((one) => (one.success ? [one.message_id] : [])) : [sent.message_id];
const bill = await gateway.queryBilling({ month: "2026-11" });
const cost: number = bill.mode === "summary" ? bill.totals.amount : bill.transactions.length;
const { messages } = await gateway.queryStatus({ message_id: ids.join(",") });
const codes: (number | null)[] = messages.map(({ statusCode }) => statusCode);
const nothing: void = await gateway.registerInboundWebhook({ url: "https://example.com" });
for await (const { rateCode } of gateway.iterateBilling({ detail: 1 })) rateCode.trim();
const event: WebhookEvent = await verifyWebhook(new Headers(), new Uint8Array(), ["whsec_"], { tolerance: 60 });
const told: string = event.type === "dlr" ? event.details.smsc : event.type === "SMS" ? event.body : event.keyword;
try {
  await gateway.readBalance({ signal: AbortSignal.timeout(1) });
} catch (error) {
  if (error instanceof GatewayError && error.code === "insufficient_funds") console.log(error.requestId, cost, codes, nothing, told);
  // @ts-expect-error a code that there is not
  if (error instanceof GatewayError && error.code === "no_funds") console.log(error.status);
}
// @ts-expect-error a text is required
await gateway.sendMessage({ to: "64211234567", messageClass: "marketing" });
// @ts-expect-error a class that there is not
await gateway.sendMessage({ ...text, messageClass: "other" });
// @ts-expect-error a key makes nothing of this safe to repeat
await gateway.lookupNumber({ number: "021 123 4567" }, { idempotencyKey: "lookup-1" });
// @ts-expect-error which of the two it is has to be asked first
sent.message_id.trim();
// @ts-expect-error the client's secret is missing
new Gateway({ credentials: { clientId: "cid_" } });
`;

const STRICT = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  isolatedModules: true,
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  skipLibCheck: true,
};
/** The types of the web's names: a browser's, or those of Node. */
const NAMES = {
  browsers: { lib: ["es2022", "dom", "dom.iterable"], types: [] },
  Node: { lib: ["es2022"], types: ["node"], typeRoots: [path.join(ROOT, "node_modules", "@types")] },
};
const COMPILERS = {
  "TypeScript 7": createRequire(import.meta.url).resolve("typescript/package.json"),
  "TypeScript 5": path.join(ROOT, "tools/client-generators/node_modules/typescript/package.json"),
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe.each(Object.entries(COMPILERS))("%s", (_, compiler) => {
  it.each(Object.entries(NAMES))("compiles the client strictly, with the names of %s", async (_, names) => {
    const { folder } = clientFolder("typescript", BASE);
    folders.push(folder);
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(path.join(folder, "usage.ts"), USAGE);
    const options = { compilerOptions: { ...STRICT, ...names }, files: ["usage.ts"] };
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(options));
    const tsc = path.join(path.dirname(compiler), "bin", "tsc");
    const compiled = promisify(execFile)(process.execPath, [tsc, "-p", folder]);
    expect(await compiled.catch(({ stdout }: { stdout: string }) => stdout)).toMatchObject({ stdout: "" });
  });
});

describe.skipIf(!hasProgram("python3", "--version"))("Python", () => {
  it("compiles the client, whose types say what may be missing", async () => {
    const { folder } = clientFolder("python", BASE);
    folders.push(folder);
    const asked = `import json, typing, gateway
of = gateway.SendResponse
hints = typing.get_type_hints(of)
print(json.dumps([sorted(of.__required_keys__), sorted(of.__optional_keys__)[:2], gateway.DEFAULT_BASE_URL]))
print(str(hints["status"]), str(typing.get_type_hints(gateway.Gateway.send_message)["return"].__args__[1].__name__))`;
    const { stdout } = await promisify(execFile)("python3", ["-W", "error", "-c", asked], { cwd: folder });
    const [first = "", second] = stdout.split("\n");
    expect(JSON.parse(first)).toEqual([
      ["from", "message_id", "parts", "status", "success", "to"],
      ["held_domains", "hold_message"],
      BASE,
    ]);
    expect(second).toBe("typing.Literal['accepted', 'queued', 'held', 'sandbox'] BulkSendResponse");
  });
});

describe("the clients", () => {
  const called = OPERATIONS.filter(
    ({ id, callers }) => id === "issueToken" || callers.startsWith("account"),
  ).map(({ id }) => id);

  it("have every operation that an account's credentials open, and no other", () => {
    const methods = [...typescript.matchAll(/^ {2}(\w+)\(.*\): Promise</gm)].map(([, name]) => name);
    expect(methods).toEqual(called);
    const functions = [...(python.split("class Gateway(")[1] ?? "").matchAll(/^ {4}def (\w+)\(/gm)].map(
      ([, name = ""]) => name,
    );
    expect(functions.filter((name) => !name.startsWith("iterate_"))).toEqual(called.map(functionName));
  });

  it("go over the pages of every list that has them", () => {
    const lists = ["iterateInbound", "iterateUnsubscribes", "iterateBilling", "iterateHandset"];
    const iterators = [...typescript.matchAll(/^ {2}(iterate\w+)\(/gm)].map(([, name]) => name);
    expect(iterators).toEqual(lists);
    for (const name of lists) expect(python).toContain(`def ${functionName(name)}(`);
  });

  it("take a key wherever one makes a call safe to repeat", () => {
    const routes = typescript.match(/^const ROUTES = \{.*?^\} as const;/ms)?.[0] ?? "";
    for (const { id, repeatable = false } of OPERATIONS.filter((one) => called.includes(one.id))) {
      expect(new RegExp(`^ {2}${id}: .*takesKey: (\\w+)`, "m").exec(routes)?.[1]).toBe(String(repeatable));
    }
  });

  it("know the codes of every error of these operations", () => {
    const answered = OPERATIONS.filter(({ id }) => called.includes(id)).flatMap((one) =>
      errorsOf(one).flatMap(({ codes }) => codes),
    );
    const union = /^export type ErrorCode =\n(.*?);$/ms.exec(typescript)?.[1] ?? "";
    const known = [...union.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, code]) => code);
    expect(known).toEqual([...new Set(answered)].sort());
  });

  it("are the same whenever they are made, small, and name nothing of this project", () => {
    const document = buildDocument([], SIMULATED);
    expect(typescriptClient(readModel(document))).toBe(typescriptClient(readModel(document)));
    expect(pythonClient(readModel(document))).toBe(pythonClient(readModel(document)));
    for (const text of [typescript, python]) {
      expect(text.length).toBeLessThan(98_304);
      expect(text).not.toMatch(/"@\/|from "?\.|<base-url>|rules:/);
      expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThan(200);
    }
  });

  it("leave the simulated network out where there is another", () => {
    for (const language of ["typescript", "python"] as const) {
      expect(publishedClient(language, BASE, { simulated: false }).text).not.toMatch(/simulator/i);
    }
  });

  it("have their address as a text, whatever it says", () => {
    const { text } = publishedClient("python", 'http://a"+b', SIMULATED);
    expect(text).toContain('DEFAULT_BASE_URL = "http://a\\"+b"\n');
  });
});

it("takes a new operation and a new parameter in, and refuses what it cannot say", () => {
  const document = structuredClone(buildDocument([], SIMULATED));
  const { SendRequest } = (document.components?.schemas ?? {}) as Record<string, oas31.SchemaObject>;
  Object.assign(SendRequest?.properties ?? {}, {
    sendAt: { type: "string", description: "When to send it." },
  });
  const paths = document.paths as Record<string, oas31.PathItemObject>;
  const queried = paths["/gateway/sms/balance"]?.post;
  paths["/gateway/sms/cancel"] = { post: { ...queried, operationId: "cancelMessages" } };
  const model = readModel(document);
  expect(typescriptClient(model)).toMatch(/sendAt\?: string \| undefined;[\s\S]*\n {2}cancelMessages\(/);
  expect(pythonClient(model)).toMatch(/sendAt: Optional\[str\] = None,[\s\S]*def cancel_messages\(/);
  Object.assign(SendRequest?.properties ?? {}, { sendAt: { type: "object" } });
  expect(() => readModel(document)).toThrow("SendRequestSendAt is object");
});

import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Operation } from "@/lib/contracts/base/operation";
import { streamEvents } from "@/lib/contracts/members/events";
import type { MemberOperation } from "@/lib/contracts/members/operation";
import { OPERATIONS } from "@/lib/contracts/operations";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { ROOT } from "@/server/base/root";
import { useTestDatabase } from "@/tests/support/database/database";
import { queryOf, type TestIntegration, testIntegration } from "@/tests/support/integration";
import { ask, cookieOf } from "@/tests/support/member";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ["NUL", "\0"],
  ["NUL in a text", "2026-11-21\0"],
  ["half a surrogate pair", "\ud800"],
  ["half a surrogate pair in a text", "64211234567\udc00"],
  ["a byte order mark", "\ufeff"],
  ["60 KiB", "9".repeat(60 * 1024)],
];

/** What some parameter or other takes. */
const SAMPLES = ["64211234567", "2026-11-21", "2026-11", "1", "true", "a@example.com", "a-key-of-sixteen"];
const OTHER_SAMPLES = [newId(), ["64211234567"], [], "https://example.com/x", "transactional", "12.50", "NZ"];

type Shape = Record<string, z.ZodType>;

const shapeOf = (contract: z.ZodType): Shape => (contract as unknown as { shape?: Shape }).shape ?? {};

/** Parameters that their contract takes one by one, so that what is wrong is the one that is replaced. */
function usualFor(shape: Shape): Record<string, unknown> {
  const found = Object.entries(shape).map(([name, contract]) => [
    name,
    [...SAMPLES, ...OTHER_SAMPLES].find((sample) => contract.safeParse(sample).success),
  ]);
  return Object.fromEntries(found.filter(([, sample]) => sample !== undefined));
}

/** Every parameter with every text in its place, and in a list where it may be one. */
function hostile(contract: z.ZodType, usual: Record<string, unknown>) {
  return Object.keys(shapeOf(contract)).flatMap((name) =>
    TEXTS.flatMap(([what, text]) => [
      { what: `${name}: ${what}`, given: { ...usual, [name]: text } },
      { what: `${name}: a list of ${what}`, given: { ...usual, [name]: [text, { [text]: text }] } },
    ]),
  );
}

/** Those of some parameters that an operation is not sent already: a query string has no lists, and cuts what is long. */
function unsent<Case extends { given: Record<string, unknown> }>(
  { method }: { method: string },
  cases: readonly Case[],
): Case[] {
  const sent = new Set<string>();
  return cases.filter(({ given }) => {
    const request = JSON.stringify(method === "GET" ? asQuery(given) : given);
    return !sent.has(request) && sent.add(request);
  });
}

async function handlerOf({ path: at, method }: { path: string; method: string }): Promise<Handler> {
  const routes = (await import(path.join(ROOT, "app", at, "route.ts"))) as Record<string, Handler>;
  return routes[method] as Handler;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** As much of some parameters as a query string can say and Node reads of it. */
function asQuery(given: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(given).filter((pair): pair is [string, string] => isText(pair[1]));
  return Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, 10_000)]));
}

let account: TestAccount;
let integrations: Record<string, TestIntegration>;
let addinToken: string;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n });
  await db().prisma.account.update({
    where: { id: account.accountId },
    data: { isAdmin: true, unicodeEnabled: true },
  });
  const made = await Promise.all(
    (["crm_a", "crm_b", "crm_c", "automation", "storefront"] as const).map(
      async (kind) => [kind.replace("_", "-"), await testIntegration(account, kind)] as const,
    ),
  );
  integrations = Object.fromEntries(made);
  addinToken = (await testIntegration(account, "mail_addin")).secret;
});

/** Calls an operation with these parameters as somebody who may. */
async function send(operation: Operation, given: Record<string, unknown>): Promise<number> {
  const handler = await handlerOf(operation);
  const { userId, password } = account;
  const room = operation.path.split("/")[1] as string;
  const set = integrations[room];
  if (operation.callers === "addin") {
    const headers = { authorization: `Bearer ${addinToken}` };
    return (await call(handler, { json: given, headers })).status;
  }
  if (operation.callers === "integration" && set) {
    const query = operation.query ? queryOf(set, room === "crm-b" ? "secret" : "key") : {};
    const credentials = operation.query ? {} : { api_key: set.secret };
    return (await call(handler, { query, json: { ...credentials, ...given } })).status;
  }
  const credentials = operation.callers === "legacy" ? { username: userId, password } : { userId, password };
  if (operation.method === "GET")
    return (await call(handler, { method: "GET", query: { ...asQuery(given), ...credentials } })).status;
  return (await call(handler, { query: credentials, json: given })).status;
}

describe("a text that nothing can hold, or that is too long for anything", () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    "is no failure of ours in %s",
    async (_, operation) => {
      const example = (operation.examples[0]?.request ?? {}) as Record<string, unknown>;
      const all = [example, { ...usualFor(shapeOf(operation.request)), ...example }];
      const cases = unsent(
        operation,
        all.flatMap((usual) => hostile(operation.request, usual)),
      );
      const answers: string[] = [];
      for (const { what, given } of cases) {
        const status = await send(operation, given);
        if (status >= 500) answers.push(`${what}: ${status}`);
      }
      expect(answers).toEqual([]);
    },
  );
});

/** Every declaration of the Members Area and of its administrators' pages. */
async function memberOperations(): Promise<MemberOperation[]> {
  const files = ["members", "admin"].flatMap((room) =>
    readdirSync(path.join(ROOT, "lib", "contracts", room), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => path.join(room, file)),
  );
  const modules = await Promise.all(
    files.map(
      (file) => import(path.join(ROOT, "lib", "contracts", file)) as Promise<Record<string, unknown>>,
    ),
  );
  const isOperation = (value: unknown): value is MemberOperation =>
    typeof value === "object" && value !== null && "request" in value && "path" in value && "method" in value;
  return modules.flatMap((exported) => Object.values(exported).filter(isOperation));
}

// A stream ends after minutes: its own test gives it such texts.
const MEMBER_OPERATIONS = (await memberOperations()).filter(({ path: at }) => at !== streamEvents.path);

describe("the same in the Members Area", () => {
  it.each(MEMBER_OPERATIONS.map((operation) => [operation.method, operation.path, operation] as const))(
    "is no failure of ours in %s %s",
    async (_, __, operation) => {
      const answers: string[] = [];
      const handler = await handlerOf(operation);
      const usual = usualFor(shapeOf(operation.request));
      let cookie = await cookieOf(account);
      for (const { what, given } of unsent(operation, hostile(operation.request, usual))) {
        const asked = operation.method === "GET" ? { query: asQuery(given) } : { json: given };
        let { status } = await ask(handler, account, asked, { cookie });
        if (status === 401) {
          // What was asked before may have ended the sessions.
          cookie = await cookieOf(account);
          ({ status } = await ask(handler, account, asked, { cookie }));
        }
        if (status >= 500) answers.push(`${what}: ${status}`);
      }
      expect(answers).toEqual([]);
    },
  );

  it("are many", () => {
    expect(MEMBER_OPERATIONS.length).toBeGreaterThan(40);
  });
});

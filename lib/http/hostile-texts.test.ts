import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Operation } from "@/lib/contracts/base/operation";
import { streamEvents } from "@/lib/contracts/members/events";
import type { MemberOperation } from "@/lib/contracts/members/operation";
import { OPERATIONS } from "@/lib/contracts/operations";
import { newId } from "@/lib/ids";
import { ROOT } from "@/server/base/root";
import { useTestDatabase } from "@/tests/support/database/database";
import { AnyCaller, handlerOf, shapeOf } from "@/tests/support/hostile/any-operation";
import { HOSTILE_JSON } from "@/tests/support/hostile/hostile-values";
import { ask, cookieOf } from "@/tests/support/member";
import { call, type TestAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ["NUL", "\0"],
  ["NUL in a text", "2026-11-21\0"],
  ["half a surrogate pair", "\ud800"],
  ["half a surrogate pair in a text", "64211234567\udc00"],
  ["a byte order mark", "\ufeff"],
  ["60 KiB", "9".repeat(60 * 1024)],
];

/** Values of which each parameter accepts one. */
const SAMPLES = ["64211234567", "2026-11-21", "2026-11", "1", "true", "a@example.com", "a-key-of-sixteen"];
const OTHER_SAMPLES = [newId(), ["64211234567"], [], "https://example.com/x", "transactional", "12.50", "NZ"];

/** Returns parameters that their contract accepts one by one: if a request is wrong, the cause is the replaced one. */
function usualFor(shape: Record<string, z.ZodType>): Record<string, unknown> {
  const found = Object.entries(shape).map(([name, contract]) => [
    name,
    [...SAMPLES, ...OTHER_SAMPLES].find((sample) => contract.safeParse(sample).success),
  ]);
  return Object.fromEntries(found.filter(([, sample]) => sample !== undefined));
}

/** Returns a case for each hostile text in each parameter, alone and in a list, and for other allowed values. */
function hostile(contract: z.ZodType, usual: Record<string, unknown>) {
  return Object.entries(shapeOf(contract)).flatMap(([name, own]) => [
    ...TEXTS.flatMap(([what, text]) => [
      { what: `${name}: ${what}`, given: { ...usual, [name]: text } },
      { what: `${name}: a list of ${what}`, given: { ...usual, [name]: [text, { [text]: text }] } },
    ]),
    ...HOSTILE_JSON.map((json): [string, unknown] => [json, JSON.parse(json)])
      .filter(([json, value]) => json === REFUSED || own.safeParse(value).success)
      .map(([json, value]) => ({ what: `${name}: ${json}`, given: { ...usual, [name]: value } })),
  ]);
}

/** An object that cannot become a text. Contracts reject it, and the request log keeps it. */
const REFUSED = '{"toString":1}';

/**
 * Returns those parameters that an operation was not sent already: a query string has no lists, and cuts long texts.
 */
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

const isText = (value: unknown): value is string => typeof value === "string";

/** Returns the parameters that a query string can have, as long as Node reads them. */
function asQuery(given: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(given).filter((pair): pair is [string, string] => isText(pair[1]));
  return Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, 10_000)]));
}

let caller: AnyCaller;
let account: TestAccount;
beforeAll(async () => {
  caller = await AnyCaller.create();
  ({ account } = caller);
});

/** Calls an operation with these parameters as a permitted caller. */
async function send(operation: Operation, given: Record<string, unknown>): Promise<number> {
  const handler = await handlerOf(operation);
  const { query, headers, json } = caller.credentialsOf(operation);
  if (operation.method === "GET")
    return (await call(handler, { method: "GET", query: { ...asQuery(given), ...query } })).status;
  return (await call(handler, { query, headers, json: { ...json, ...given } })).status;
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
          // An earlier request may have ended the sessions.
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

import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { Simulator } from "@/lib/carriers/simulator";
import type { Operation } from "@/lib/contracts/base/operation";
import { INTEGRATION_KINDS, INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { OPERATIONS } from "@/lib/contracts/operations";
import { authSecret } from "@/lib/crypto/auth-secret";
import { db } from "@/lib/db/client";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { buildDocument } from "@/lib/openapi/document";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { ROOT } from "@/server/base/root";
import { comparable } from "@/tests/support/commands/shell";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET } from "@/tests/support/database/submission";
import { queryOf, testIntegration } from "@/tests/support/integration";
import { mismatch } from "@/tests/support/server/documented";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON, sendFrom } from "@/tests/support/server/send";

useTestDatabase();

const document = buildDocument([], { simulated: true });
const FORM = "application/x-www-form-urlencoded";

/** The groups whose answers do not depend on earlier requests. For other groups, only the fields are compared. */
const ALWAYS_ALIKE = ["Authentication", "Sending", "Webhooks", "Legacy", "Integrations"];

type Example = { summary: string; value: Record<string, unknown> };
type Content = Record<string, { examples?: Record<string, Example> }>;
type Run = { operation: Operation; type: string; summary: string; request: Record<string, unknown> };

/**
 * Returns the examples of an operation, once for each form that the document shows: as JSON and as a form, or as a
 * query string.
 */
function runsOf(operation: Operation): Run[] {
  if (operation.method === "GET") {
    return operation.examples.map(({ summary, request }) => ({
      operation,
      type: "query",
      summary,
      request: request as Run["request"],
    }));
  }
  const { post } = (document.paths as never)[operation.path] as {
    post: { requestBody: { content: Content } };
  };
  return Object.entries(post.requestBody.content).flatMap(([type, { examples = {} }]) =>
    Object.values(examples).map(({ summary, value }) => ({ operation, type, summary, request: value })),
  );
}

const RUNS = OPERATIONS.flatMap(runsOf);

let account: TestAccount;
/** The reader's own values in place of those in the examples. */
const given = new Map<unknown, unknown>();
const credentials = new Map<string, { query?: Record<string, string>; headers?: Record<string, string> }>();

const own = (request: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      given.get(name === "shortcode_id" ? name : value) ?? value,
    ]),
  );

/** Runs an example with the credentials of its caller. */
async function run({ operation, type, request }: Run) {
  const route = await import(path.join(ROOT, "app", operation.path, "route.ts"));
  const handler = route[operation.method] as Handler;
  const { query = {}, headers = {} } = credentials.get(operation.path) ?? {};
  const { userId, password } = account;
  const proof =
    operation.callers === "legacy"
      ? { username: userId, password }
      : operation.callers.startsWith("account")
        ? { userId, password }
        : {};
  const asked = { ...own(request), ...proof };
  const asText = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const { method } = operation;
  if (type === "query") return call(handler, { method, query: asText });
  return call(handler, { method, query, headers, ...(type === FORM ? { form: asText } : { json: asked }) });
}

/** Runs the example of an operation with this summary. */
async function runOne(id: string, summary: string, change: object = {}) {
  const found = RUNS.find((one) => one.operation.id === id && one.summary === summary);
  if (!found) throw new Error(`${id} has no example: ${summary}`);
  const { status, body } = await run({ ...found, request: { ...found.request, ...change } });
  expect(status).toBe(200);
  return body;
}

/**
 * Creates the objects of the examples of queries: a message with its report and a reply, an opt-out, and billed
 * messages.
 */
async function makeHistory(): Promise<void> {
  const { message_id } = await runOne("sendMessage", "One recipient");
  given.set("01a1fc1e-7827-71fa-b114-9c303160f115", message_id);
  await runOne("sendMessage", "One recipient", { to: "64221234567", rateCode: undefined });
  await runOne("sendOtp", "A code for a browser to fill in", { rateCode: "shop" });
  const carrier = new Simulator(db(), () => ({ delayMs: 0, authSecret: TEST_SECRET }));
  await dispatch(db(), carrier, new Date(NOON.getTime() + 1_000), BY_DAY);
  for (const seconds of [2, 3, 4]) {
    await collectReports(db(), carrier, new Date(NOON.getTime() + seconds * 1_000));
  }
  await runOne("simulateInbound", "A reply to a shortcode");
  // The receiver answers as the document requires.
  const answered = {
    attemptedUrl: "https://example.co.nz/sms-events",
    responseCode: 200,
    responseBody: "ok",
  };
  await db().prisma.webhookDelivery.updateMany({
    where: { kind: "inbound" },
    data: { attempts: 1, attemptedAt: NOON, durationMs: 20, ...answered },
  });
  await runOne("simulateInbound", "A reply to a shortcode", { from: "64221234567", body: "STOP" });
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
  const { clientId, clientSecret } = await createApiKey(
    db(),
    account.accountId,
    { name: "Shop", expiresAt: null },
    NOON,
  );
  await db().transaction((tx) => rollSigningSecret(tx, account.accountId, authSecret(), NOON));
  given.set("cid_0a1b2c3d4e5f6071", clientId).set("csk_the-secret-shown-once", clientSecret);
  const shortcode = { number: "7001", ownerId: account.accountId };
  given.set("shortcode_id", (await db().prisma.shortcode.create({ data: shortcode })).id);
  for (const kind of INTEGRATION_KINDS) {
    const { path: called, secret: named, needsShortcode } = INTEGRATIONS[kind];
    if (called === null || named === null) continue;
    const integration = await testIntegration(account, kind);
    const { secret } = integration;
    if (kind === "crm_c") given.set("isk_...", secret);
    credentials.set(called, {
      ...(needsShortcode ? { query: queryOf(integration, named.parameter as "key" | "secret") } : {}),
      ...(kind === "mail_addin" ? { headers: { authorization: `Bearer ${secret}` } } : {}),
    });
  }
  await runOne("configure", "One URL for all events");
  await makeHistory();
});

afterAll(() => void vi.useRealTimers());

/** Schedules the message whose id is in the examples. */
async function scheduleOne(): Promise<void> {
  const sendAt = "2026-11-22 09:00:00";
  const { body } = await sendFrom(account, { sendAt });
  given.set("01a1fc1e-7827-71fa-b114-9c303160f116", body.message_id);
}

/** Returns the fields of an answer without their values, and each kind of entry of a list once. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(fieldsOf(one))))].sort();
  if (typeof value !== "object" || value === null) return "a value";
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fieldsOf(one)]));
}

/** Returns an answer without the parts that differ each time. */
const alike = (value: unknown) =>
  JSON.parse(JSON.stringify(comparable([value])).replace(/"code":"\d{6}"/g, '"code":"<code>"'));

describe("each example of the document", () => {
  it.each(RUNS.map((one) => [`${one.operation.id}, ${one.type}: ${one.summary}`, one] as const))(
    "%s",
    async (_, one) => {
      const { operation, summary } = one;
      const promised = operation.examples.find((example) => example.summary === summary)?.response ?? null;
      if (operation.id === "cancelMessages") await scheduleOne();
      const { status, body, text } = await run(one);
      // `call` has compared the response with the document.
      expect([status, text]).toEqual([promised === null ? 204 : 200, expect.anything()]);
      if (promised === null) return;
      const answered = operation.errorStyle === "text" ? text : body;
      expect(fieldsOf(answered)).toEqual(fieldsOf(promised));
      if (ALWAYS_ALIKE.includes(operation.tag)) expect(alike(answered)).toEqual(alike(promised));
    },
  );

  it("fits the schema that it stands beside, those of errors and events too", () => {
    const wrong: string[] = [];
    let seen = 0;
    const look = (node: unknown, at: string[]) => {
      if (typeof node !== "object" || node === null) return;
      const { schema, examples = {} } = node as { schema?: object; examples?: object };
      for (const [name, example] of schema && !Array.isArray(examples) ? Object.entries(examples) : []) {
        seen++;
        const why = mismatch([...at, "schema"], (example as Example).value);
        if (why !== null) wrong.push(`${at.join("/")} ${name}: ${why}`);
      }
      for (const [key, value] of Object.entries(node)) if (key !== "examples") look(value, [...at, key]);
    };
    look(document, []);
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(RUNS.length);
  });
});

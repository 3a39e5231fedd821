import { beforeAll, expect, it } from "vitest";
import { POST as sms } from "@/app/gateway/sms/out/route";
import type { Pagination } from "@/lib/contracts/base/pagination";
import { CALLS_KEPT } from "@/lib/contracts/integrations/integration-kind";
import { type IntegrationCallRecord, listIntegrationCalls } from "@/lib/contracts/members/integrations";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { recordCall } from "@/lib/integrations/record-call";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET } = handlersOf("/api/members/integrations/calls");
const { POST: setUp } = handlersOf("/api/members/integrations");

useTestDatabase();

type Calls = { calls: IntegrationCallRecord[]; pagination: Pagination };

let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  account = await testAccount();
  other = await testAccount();
  const { id } = await db().prisma.shortcode.findFirstOrThrow({ where: { ownerId: null, active: true } });
  for (const own of [account, other]) {
    await ask(setUp, own, { json: { kind: "automation", shortcodeId: id } });
    await ask(setUp, own, { json: { kind: "crm_a", shortcodeId: id } });
  }
});

async function list(from: TestAccount, query: Record<string, string> = {}): Promise<Calls> {
  const { body } = await ask<Calls>(GET, from, { query: { kind: "automation", ...query } });
  expect(body).toEqual(listIntegrationCalls.response.parse(body));
  return body;
}

async function note(from: TestAccount, result: string, more: object = {}): Promise<void> {
  const noted = { accountId: from.accountId, kind: "automation" as const, status: 200, result };
  const at = new Date("2026-11-02T00:00:00Z");
  await recordCall(db(), { ...noted, recipients: ["64211234567"], messageId: null, ...more }, at);
}

it("is empty to begin with", async () => {
  expect(await list(account)).toMatchObject({ calls: [], pagination: { totalRecords: 0 } });
});

it("lists an integration's calls, newest first, masked, with a message that can be looked at", async () => {
  const { userId, password } = account;
  const form = { userId, password, to: "64211234567", body: "Hi", messageClass: "transactional" };
  expect((await call(sms, { form })).status).toBe(200);
  const [message] = await messagesOf(account.accountId);
  await note(account, "Sent", { messageId: message?.id, recipients: ["64211234567", "64221234567"] });
  await note(account, "Sent and forgotten", { messageId: newId() });
  await note(account, "Another kind", { kind: "crm_a" });
  await note(account, "No recipient", { status: 400, recipients: [] });
  const { calls } = await list(account);
  expect(calls).toMatchObject([
    { status: 400, result: "No recipient", recipient: null, recipients: 0, messageId: null },
    { result: "Sent and forgotten", recipients: 1, messageId: null },
    { at: "2026-11-02 13:00:00", status: 200, result: "Sent", recipients: 2, messageId: message?.id },
  ]);
  expect(calls[2]?.recipient).toMatch(/^6421•+567$/);
});

it("never leads to another account's message, nor lists its calls", async () => {
  const [message] = await messagesOf(account.accountId);
  await note(other, "Of the other", { messageId: message?.id });
  expect((await list(other)).calls).toMatchObject([{ result: "Of the other", messageId: null }]);
  expect(JSON.stringify(await list(account))).not.toContain("Of the other");
});

it("pages through the last hundred", async () => {
  const own = await testAccount();
  const { id } = await db().prisma.shortcode.findFirstOrThrow({ where: { ownerId: null, active: true } });
  await ask(setUp, own, { json: { kind: "automation", shortcodeId: id } });
  for (let each = 1; each <= CALLS_KEPT + 3; each++) await note(own, `Call ${each}`);
  const first = await list(own);
  expect(first.calls).toHaveLength(20);
  expect(first.calls[0]?.result).toBe("Call 103");
  expect(first.pagination).toMatchObject({ totalRecords: 100, totalPages: 5, hasNextPage: true });
  const last = await list(own, { page: "4", limit: "30" });
  expect(last.calls.map(({ result }) => result)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Call ${13 - index}`),
  );
  expect((await list(own, { page: "6" })).calls).toEqual([]);
  expect(await ask(GET, own, { query: { kind: "automation", page: "0" } })).toMatchObject({ status: 400 });
});

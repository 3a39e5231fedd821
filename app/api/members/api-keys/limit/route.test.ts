import { beforeEach, describe, expect, it, test } from "vitest";
import { POST as token } from "@/app/gateway/auth/token/route";
import { POST as lookup } from "@/app/gateway/number/lookup/route";
import { POST as cancel } from "@/app/gateway/sms/cancel/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { GET as legacySend } from "@/app/send.php/route";
import type { ApiKeyRecord } from "@/lib/contracts/members/api-keys";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { acceptWith } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { testSubmission } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { books, call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { MOBILE } from "@/tests/support/server/send";

const { POST: limit } = handlersOf("/api/members/api-keys/limit");
const { POST: create, GET: list } = handlersOf("/api/members/api-keys");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

type NewKey = { key: ApiKeyRecord; clientSecret: string };

/** Creates a key with a daily limit. Returns the key's headers, and a function that sends a message with it. */
async function keyOf(dailyLimit?: string) {
  const json = { name: "Shop", ...(dailyLimit === undefined ? {} : { dailyLimit }) };
  const { body } = await ask<NewKey>(create, own, { json });
  const form = { client_id: body.key.clientId, client_secret: body.clientSecret };
  const { body: answered } = await call<{ access_token: string }>(token, { form });
  const headers = { authorization: `Bearer ${answered.access_token}` };
  const sent = (more: object = {}, others: Record<string, string> = {}) =>
    call(send, {
      headers: { ...headers, ...others },
      json: { to: MOBILE, body: "Kia ora", messageClass: "transactional", ...more },
    });
  return { id: body.key.id, secret: body.clientSecret, headers, sent };
}

const keys = async () => (await ask<{ keys: ApiKeyRecord[] }>(list, own, {})).body.keys;
const limited = (id: string, dailyLimit: string | null, by = own) =>
  ask(limit, by, { json: { id, dailyLimit } });

describe("a key with a daily limit", () => {
  it("sends for so much and no more, and says what is left", async () => {
    const key = await keyOf("0.30");
    expect([(await key.sent()).status, (await key.sent()).status]).toEqual([200, 200]);
    expect(await key.sent()).toMatchObject({
      status: 403,
      body: {
        code: "insufficient_funds",
        error: "This API key's daily limit does not cover this request: $0.07 of $0.30 is left today.",
      },
    });
    expect(await messagesOf(own.accountId)).toHaveLength(2);
    expect(await books(own.accountId)).toEqual({ balance: 9_770_000n, ledger: 9_770_000n, entries: 3 });
    expect(await keys()).toMatchObject([{ dailyLimit: "0.30", spentToday: "0.23" }]);
    const other = await keyOf();
    expect((await other.sent()).status).toBe(200);
    expect(await keys()).toMatchObject([{ dailyLimit: null, spentToday: null }, { spentToday: "0.23" }]);
  });

  it("keeps to it however many requests come at once, of which each is taken whole or not at all", async () => {
    const key = await keyOf("0.60");
    const asked = Array.from({ length: 12 }, (_, place) =>
      key.sent(place % 2 === 0 ? {} : { to: [MOBILE, "64211234568"] }),
    );
    const answers = await Promise.all(asked);
    const sent = await messagesOf(own.accountId);
    expect(answers.filter(({ status }) => status === 403).length).toBeGreaterThan(5);
    expect(sent).toHaveLength(5);
    expect(await keys()).toMatchObject([{ spentToday: "0.575" }]);
    expect(await books(own.accountId)).toMatchObject({ balance: 10_000_000n - 575_000n });
  });

  it("counts a repeat with its Idempotency-Key once, and what is refused leaves the key free", async () => {
    const key = await keyOf("0.12");
    const named = { "Idempotency-Key": newId() };
    const first = await key.sent({}, named);
    expect((await key.sent({}, named)).body).toEqual(first.body);
    const next = { "Idempotency-Key": newId() };
    expect((await key.sent({}, next)).status).toBe(403);
    await limited(key.id, "0.24");
    expect((await key.sent({}, next)).status).toBe(200);
    expect(await keys()).toMatchObject([{ spentToday: "0.23" }]);
  });

  it("counts lookups and the legacy endpoint too, and the sandbox not", async () => {
    const key = await keyOf("0.12");
    expect((await key.sent({ sandbox: true })).status).toBe(200);
    const number = { headers: key.headers, json: { number: "0211234567" } };
    // A lookup costs 0.00575.
    expect((await call(lookup, number)).status).toBe(200);
    const query = { username: own.userId, password: key.secret, cellnum: MOBILE, message: "Kia ora" };
    const text = await call(legacySend, { method: "GET", query });
    expect(text.text).toMatch(/^ERROR:This API key's daily limit does not cover this request/);
    await limited(key.id, "0.13");
    expect((await call(legacySend, { method: "GET", query })).text).toMatch(/^SUCCESS/);
    expect((await call(lookup, number)).status).toBe(200);
    expect(await call(lookup, number)).toMatchObject({ status: 403, body: { code: "insufficient_funds" } });
    expect(await keys()).toMatchObject([{ spentToday: "0.1265" }]);
    expect(await books(own.accountId)).toMatchObject({ balance: 10_000_000n - 126_500n });
  });

  it("starts anew with the next day, and gets nothing back for what is cancelled", async () => {
    const key = await keyOf("0.12");
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await key.sent({ sendAt });
    const given = { headers: key.headers, json: { message_id: body.message_id } };
    expect((await call(cancel, given)).status).toBe(200);
    expect(await books(own.accountId)).toMatchObject({ balance: 10_000_000n });
    expect((await key.sent()).status).toBe(403);
    const yesterday = new Date(Date.now() - 86_400_000);
    await db().prisma.apiKey.update({ where: { id: key.id }, data: { spentOn: yesterday } });
    expect(await keys()).toMatchObject([{ spentToday: "0.00" }]);
    expect((await key.sent()).status).toBe(200);
  });

  it("has nothing counted once it has no limit, and a first limit holds at once", async () => {
    const key = await keyOf();
    expect((await key.sent()).status).toBe(200);
    await limited(key.id, "0.12");
    expect([(await key.sent()).status, (await key.sent()).status]).toEqual([200, 403]);
    await limited(key.id, null);
    expect([(await key.sent()).status, (await key.sent()).status]).toEqual([200, 200]);
    expect(await keys()).toMatchObject([{ dailyLimit: null, spentToday: null }]);
    expect((await db().prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } })).spentMicros).toBe(0n);
  });
});

it("what a key may not spend takes nothing of the requests beside it", async () => {
  const [key, other] = [await keyOf("0.12"), await testAccount()];
  const { accountId } = own;
  const by = (limitedKeyId: string | null) => testSubmission(accountId, { limitedKeyId });
  const parts = [testSubmission(other.accountId), by(key.id), by(key.id), by(null), by(newId())];
  const outcomes = await acceptWith(db(), parts, {
    now: new Date(),
    locking: "wait",
    leases: null,
    render: () => "{}",
  });
  expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "accepted", "failed", "accepted", "failed"]);
  expect(outcomes.flatMap((outcome) => (outcome.kind === "failed" ? [outcome.error] : []))).toMatchObject([
    { code: "insufficient_funds" },
    // The key was deleted meanwhile.
    { code: "invalid_credentials" },
  ]);
  expect(await books(accountId)).toMatchObject({ entries: 3 });
});

it("what a key spends after midnight counts for the new day, also where it was asked for before", async () => {
  const key = await keyOf("0.30");
  const [before, after] = [new Date("2026-11-20T10:59:58Z"), new Date("2026-11-20T11:00:01Z")];
  const spent = async (at: Date) => {
    const submission = testSubmission(own.accountId, { limitedKeyId: key.id });
    const [outcome] = await acceptWith(db(), [submission], {
      now: at,
      locking: "wait",
      leases: null,
      render: () => "{}",
    });
    return outcome?.kind;
  };
  expect([await spent(after), await spent(before), await spent(after)]).toEqual([
    "accepted",
    "accepted",
    "failed",
  ]);
  expect(await db().prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
    spentOn: new Date("2026-11-21"),
    spentMicros: 230_000n,
  });
});

it("what a key cannot be charged with is not sent either", async () => {
  const key = await keyOf("0.30");
  const before = await books(own.accountId);
  const most = 2n ** 63n - 1n;
  await db().prisma.apiKey.update({
    where: { id: key.id },
    data: { dailyLimitMicros: most, spentMicros: most, spentOn: new Date("2999-01-01") },
  });
  // The sum exceeds its column, so the last statement of the transaction fails.
  expect(await key.sent({}, { "idempotency-key": "once" })).toMatchObject({ status: 500 });
  expect(await messagesOf(own.accountId)).toEqual([]);
  expect(await books(own.accountId)).toEqual(before);
  await limited(key.id, "0.30");
  await db().prisma.apiKey.update({ where: { id: key.id }, data: { spentMicros: 0n, spentOn: null } });
  expect(await key.sent({}, { "idempotency-key": "once" })).toMatchObject({ status: 200 });
});

test.each(["0", "-1", "5.001", "five", "1234567"])("%j is no limit", async (dailyLimit) => {
  const key = await keyOf("1");
  expect(await limited(key.id, dailyLimit)).toMatchObject({ status: 400 });
  expect(await ask(create, own, { json: { name: "Other", dailyLimit } })).toMatchObject({ status: 400 });
  expect(await keys()).toMatchObject([{ dailyLimit: "1.00" }]);
});

it("a limit is the account's own to set, and is written down", async () => {
  const key = await keyOf("1");
  expect(await limited(key.id, "100", await testAccount())).toMatchObject({ status: 404 });
  expect((await limited(key.id, "2.5")).status).toBe(200);
  await limited(key.id, null);
  const lines = await db().prisma.activity.findMany({
    where: { accountId: own.accountId, action: { in: ["api_key_created", "api_key_changed"] } },
    orderBy: { id: "asc" },
  });
  expect(lines.map(({ details }) => details)).toEqual([
    { name: "Shop", dailyLimit: "1" },
    { name: "Shop", dailyLimit: "2.5" },
    { name: "Shop", dailyLimit: "none" },
  ]);
});

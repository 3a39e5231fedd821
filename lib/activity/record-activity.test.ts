import { beforeEach, describe, expect, it } from "vitest";
import { type Action, MAX_LINES_A_DAY, recordActivity } from "@/lib/activity/record-activity";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: deleteKey } = handlersOf("/api/members/api-keys/delete");
const { POST: enableKey } = handlersOf("/api/members/api-keys/enable");
const { POST: block } = handlersOf("/api/members/blocked-numbers");
const { POST: settings } = handlersOf("/api/members/settings");

useTestDatabase();

const NOW = new Date();
const DAY_MS = 24 * 3_600_000;

/** Actions that remove, disable, rotate or protect. */
const GUARDS = [
  "password_changed",
  "second_factor_on",
  "api_key_changed",
  "api_key_deleted",
  "webhook_removed",
  "webhook_secret_rolled",
  "domain_removed",
  "domain_request_withdrawn",
  "number_blocked",
  "message_deleted",
  "settings_changed",
  "email_sender_removed",
  "integration_changed",
  "integration_secret_rolled",
  "integration_removed",
] satisfies Action[];

let account: TestAccount;
let accountId: number;
beforeEach(async () => {
  account = await testAccount();
  accountId = account.accountId;
});

/** Inserts own lines of the account, a second apart, the latest a minute ago. */
async function haveLines(count: number, action: Action) {
  await db().query(sql`
    insert into activities (id, account_id, actor_id, action, details, address, at)
    select gen_random_uuid(), ${accountId}, ${accountId}, ${action}, '{}', '',
      ${NOW}::timestamptz - interval '1 minute' - i * interval '1 second'
    from generate_series(1, ${count}::int) as i`);
}

const record = (action: Action, actorId = accountId, at = NOW) =>
  db().transaction((tx) =>
    recordActivity(tx, { accountId, actor: { accountId: actorId, address: "" }, action, details: {} }, at),
  );

const lines = (action?: Action) =>
  db().prisma.activity.count({ where: { accountId, ...(action ? { action } : {}) } });

it("an account that has sent a thousand times in a day sends on, and its other lines stay", async () => {
  await haveLines(1, "signed_in");
  await haveLines(MAX_LINES_A_DAY - 1, "messages_sent");
  await record("reply_sent");
  await record("messages_sent");
  await record("signed_in");
  await record("api_key_created");
  expect(await lines("messages_sent")).toBe(MAX_LINES_A_DAY - 1);
  expect([await lines("reply_sent"), await lines("signed_in"), await lines("api_key_created")]).toEqual([
    1, 2, 1,
  ]);
});

describe("an account that has added a thousand things in a day", () => {
  it("adds no more to itself until the day is over, and its older lines stay", async () => {
    await haveLines(MAX_LINES_A_DAY - 1, "api_key_created");
    await record("webhook_registered");
    const oldestMs = 60_000 + (MAX_LINES_A_DAY - 1) * 1_000;
    await expect(record("api_key_created")).rejects.toMatchObject({
      code: "too_many_requests",
      headers: { "Retry-After": String((DAY_MS - oldestMs) / 1_000) },
    });
    expect(await lines()).toBe(MAX_LINES_A_DAY);
    await record("api_key_created", accountId, new Date(NOW.getTime() + DAY_MS));
  });

  it("disables and deletes a key, and does all else that takes away or guards", async () => {
    const { id } = await createApiKey(db(), accountId, { name: "a thief's", expiresAt: null }, NOW);
    await haveLines(MAX_LINES_A_DAY, "api_key_created");
    await haveLines(MAX_LINES_A_DAY, "settings_changed");
    const disabled = await ask(enableKey, account, { json: { id, enabled: false } });
    expect(disabled).toMatchObject({ status: 200 });
    expect(await ask(deleteKey, account, { json: { id } })).toMatchObject({ status: 200 });
    expect(await ask(settings, account, { json: { passwordOnApi: false } })).toMatchObject({ status: 200 });
    expect(await ask(block, account, { json: { number: "64211234567" } })).toMatchObject({ status: 200 });
    for (const action of GUARDS) await record(action);
    expect(await db().prisma.apiKey.count({ where: { accountId } })).toBe(0);
  });

  it("has what others do to it written down", async () => {
    await haveLines(MAX_LINES_A_DAY, "api_key_created");
    const boss = await testAccount({ admin: true });
    await record("balance_adjusted", boss.accountId);
    expect(await lines("balance_adjusted")).toBe(1);
  });
});

describe("an account that has done a thousand other things in a day", () => {
  it("goes on, and each line takes the place of the oldest of its kind", async () => {
    await haveLines(600, "signed_in");
    await haveLines(400, "message_deleted");
    for (let count = 0; count < 5; count++) await record("signed_in");
    for (let count = 0; count < 5; count++) await record("message_deleted");
    expect([await lines("signed_in"), await lines("message_deleted")]).toEqual([600, 400]);
  });

  it("adds things all the same", async () => {
    await haveLines(MAX_LINES_A_DAY, "message_deleted");
    await record("api_key_created");
    expect([await lines("message_deleted"), await lines("api_key_created")]).toEqual([MAX_LINES_A_DAY, 1]);
  });
});

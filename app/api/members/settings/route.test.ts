import { beforeAll, describe, expect, it, test } from "vitest";
import { readMe } from "@/lib/contracts/members/account";
import { type ActivityRecord, listActivity } from "@/lib/contracts/members/activity";
import { readSettings, type SettingsRecord } from "@/lib/contracts/members/settings";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: activity } = handlersOf("/api/members/activity");
const { GET: me } = handlersOf("/api/members/me");
const { GET, POST } = handlersOf("/api/members/settings");

useTestDatabase();

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount();
});

const read = async (from = account) => {
  const { body } = await ask<SettingsRecord>(GET, from, {});
  expect(body).toEqual(readSettings.response.parse(body));
  return body;
};

describe("the settings", () => {
  it("are the service's own until they are chosen, each by itself", async () => {
    const own = await testAccount();
    const before = await read(own);
    expect(before).toMatchObject({
      accountId: own.accountId,
      name: "A test",
      noticeEmails: [],
      defaultSenderId: null,
      templateSenderId: null,
      legacySendEnabled: true,
      passwordOnApi: true,
      night: { start: "21:00", end: "07:00" },
    });
    expect(before.senders.map(({ number }) => number)).toEqual(["552", "2190"]);
    await ask(POST, own, { json: { name: "  Kauri Dental " } });
    await ask(POST, own, { json: { noticeEmails: ["a@example.com", "b@example.com"] } });
    const [, second] = before.senders;
    const senders = { defaultSenderId: second?.id, templateSenderId: null };
    expect(
      (await ask(POST, own, { json: { senders, legacySendEnabled: false, passwordOnApi: false } })).status,
    ).toBe(200);
    expect(await read(own)).toMatchObject({
      name: "Kauri Dental",
      noticeEmails: ["a@example.com", "b@example.com"],
      defaultSenderId: second?.id,
      legacySendEnabled: false,
      passwordOnApi: false,
    });
    const { body } = await ask<{ activities: ActivityRecord[] }>(activity, own, {});
    expect(body.activities[0]).toMatchObject({
      action: "settings_changed",
      details: { changed: expect.stringContaining("passwordOnApi") },
    });
  });

  it("show an account's own senders first, and nobody else's", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    const { id } = await db().prisma.shortcode.create({ data: { number: "7100", ownerId: own.accountId } });
    await db().prisma.shortcode.create({ data: { number: "7101", ownerId: own.accountId, active: false } });
    expect((await read(own)).senders[0]).toEqual({ id, number: "7100", own: true });
    expect((await read(own)).senders).toHaveLength(3);
    expect((await read(other)).senders.map(({ number }) => number)).toEqual(["552", "2190"]);
    const senders = { defaultSenderId: id, templateSenderId: null };
    expect(await ask(POST, other, { json: { senders } })).toMatchObject({ status: 403 });
    expect((await read(other)).defaultSenderId).toBeNull();
  });

  test.each([
    [{ name: " " }, "'name' must not be empty"],
    [{ noticeEmails: ["nobody"] }, "'noticeEmails' must be email addresses"],
    [{ noticeEmails: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`) }, "at most 10"],
    [{ senders: { defaultSenderId: "x", templateSenderId: null } }, "'senders'"],
    [{ passwordOnApi: "perhaps" }, "'passwordOnApi' must be true or false"],
    [{ legacySendEnabled: "perhaps" }, "'legacySendEnabled' must be true or false"],
  ])("are refused as %j", async (json, sentence) => {
    expect(await ask(POST, account, { json })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });
});

describe("who is signed in", () => {
  it("is told with the balance", async () => {
    const { body } = await ask(me, account, {});
    expect(body).toEqual(readMe.response.parse(body));
    expect(body).toMatchObject({
      email: account.userId,
      balance: "10.00",
      isAdmin: false,
      secondFactor: false,
      simulated: true,
    });
  });
});

describe("the activity log", () => {
  it("is paged, newest first, names no administrator, and is an account's own", async () => {
    const [own, boss] = [await testAccount(), await testAccount({ admin: true })];
    for (const name of ["One", "Two"]) await ask(POST, own, { json: { name } });
    await db().prisma.activity.create({
      data: {
        id: "01a1fc1e-7827-71fa-b114-9c303160f115",
        accountId: own.accountId,
        actorId: boss.accountId,
        action: "balance_adjusted",
        details: {},
        address: "198.51.100.9",
        at: new Date(Date.now() + 1000),
      },
    });
    const { body } = await ask<{ activities: ActivityRecord[] }>(activity, own, { query: { limit: "2" } });
    expect(body).toEqual(listActivity.response.parse(body));
    expect(body.activities).toMatchObject([
      { action: "balance_adjusted", actor: "an administrator", address: "" },
      { action: "settings_changed", actor: own.userId, details: { changed: "name" } },
    ]);
    expect(body).toMatchObject({ pagination: { totalRecords: 3, hasNextPage: true } });
    expect((await ask<{ activities: [] }>(activity, account, {})).body.activities).not.toContainEqual(
      expect.objectContaining({ actor: own.userId }),
    );
  });

  it("is of the dates that are asked for, both inclusive, in New Zealand's days", async () => {
    const { accountId, ...own } = await testAccount();
    const did = (action: string, at: string) =>
      db().prisma.activity.create({
        data: {
          id: newId(),
          accountId,
          actorId: accountId,
          action,
          details: {},
          address: "",
          at: new Date(at),
        },
      });
    await did("before", "2026-03-09T10:59:59.999Z");
    await did("first", "2026-03-09T11:00:00Z");
    await did("last", "2026-03-10T10:59:59.999Z");
    await did("after", "2026-03-10T11:00:00Z");
    const among = async (query: Record<string, string>) => {
      const { body } = await ask<{ activities: ActivityRecord[] }>(
        activity,
        { ...own, accountId },
        { query },
      );
      return body.activities.map(({ action }) => action);
    };
    expect(await among({ start: "2026-03-10", end: "2026-03-10" })).toEqual(["last", "first"]);
    expect(await among({ start: "2026-03-10" })).toEqual(["after", "last", "first"]);
    expect(await among({ end: "2026-03-09" })).toEqual(["before"]);
    expect(await ask(activity, { ...own, accountId }, { query: { start: "soon" } })).toMatchObject({
      status: 400,
    });
  });
});

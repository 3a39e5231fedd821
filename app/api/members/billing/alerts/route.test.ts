import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { type AlertRecord, listAlerts } from "@/lib/contracts/members/billing";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: changeAlert } = handlersOf("/api/members/billing/alerts/change");
const { POST: removeAlert } = handlersOf("/api/members/billing/alerts/remove");
const { POST: addAlert, GET } = handlersOf("/api/members/billing/alerts");

useTestDatabase();

/** 12:00 on 21 November in New Zealand. */
const NOON = new Date("2026-11-20T23:00:00Z");

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

async function alertsOf(account: TestAccount): Promise<AlertRecord[]> {
  const { body } = await ask<{ alerts: AlertRecord[] }>(GET, account, {});
  expect(body).toEqual(listAlerts.response.parse(body));
  return body.alerts;
}

const add = (account: TestAccount, kind: string, amount: string) =>
  ask(addAlert, account, { json: { kind, amount } });

const activityOf = ({ accountId }: TestAccount) =>
  db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } });

describe("alerts", () => {
  it("are added, listed by kind and amount, and written down", async () => {
    const [account, other] = [await testAccount(), await testAccount()];
    expect(await alertsOf(account)).toEqual([]);
    for (const [kind, amount] of [
      ["month", "500"],
      ["balance", "5"],
      ["day", "0.01"],
      ["balance", "20.5"],
      ["month", "50"],
    ] as const)
      expect(await add(account, kind, amount)).toMatchObject({ status: 200 });
    const listed = await alertsOf(account);
    expect(listed.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["balance", "20.50"],
      ["balance", "5.00"],
      ["day", "0.01"],
      ["month", "50.00"],
      ["month", "500.00"],
    ]);
    expect(listed.every(({ sentAt, isSent }) => sentAt === null && !isSent)).toBe(true);
    expect(await alertsOf(other)).toEqual([]);
    expect((await activityOf(account))[0]).toMatchObject({
      action: "alert_added",
      details: { kind: "month", amount: "500" },
    });
    const rows = await db().prisma.usageAlert.findMany({ where: { accountId: account.accountId } });
    const firstDay = (wanted: string) => rows.find(({ kind }) => kind === wanted)?.periodStart;
    expect(["balance", "day", "month"].map(firstDay)).toEqual([
      null,
      new Date("2026-11-21"),
      new Date("2026-11-01"),
    ]);
  });

  it("are at most five of a kind, and each amount once", async () => {
    const account = await testAccount();
    for (const amount of ["1", "2", "3", "4"]) await add(account, "balance", amount);
    const twice = { status: 409, body: { error: "You already have an alert at this amount." } };
    expect(await add(account, "balance", "4.00")).toMatchObject(twice);
    const fifths = await Promise.all(["5", "6", "7"].map((amount) => add(account, "balance", amount)));
    expect(fifths.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const full = { status: 409, body: { error: expect.stringContaining("5 alerts of each kind") } };
    expect(await add(account, "balance", "8")).toMatchObject(full);
    expect(await add(account, "day", "4")).toMatchObject({ status: 200 });
    expect(await alertsOf(account)).toHaveLength(6);
    expect(await activityOf(account)).toHaveLength(6);
  });

  it("change, and are not sent yet for the new amount", async () => {
    const account = await testAccount();
    await add(account, "balance", "20");
    await add(account, "day", "30");
    const sent = { sentAt: NOON };
    const { accountId } = account;
    await db().prisma.usageAlert.updateMany({ where: { accountId }, data: sent });
    const periodStart = new Date("2026-11-22");
    await db().prisma.usageAlert.updateMany({ where: { accountId, kind: "day" }, data: { periodStart } });
    const [balance, day] = await alertsOf(account);
    expect([balance, day]).toMatchObject([
      { sentAt: "2026-11-21 12:00:00", isSent: true },
      { sentAt: "2026-11-21 12:00:00", isSent: true },
    ]);
    for (const { id } of [balance, day] as AlertRecord[])
      expect(await ask(changeAlert, account, { json: { id, amount: "25" } })).toMatchObject({ status: 200 });
    expect(await alertsOf(account)).toMatchObject([
      { kind: "balance", amount: "25.00", sentAt: null, isSent: false },
      { kind: "day", amount: "25.00", sentAt: null, isSent: false },
    ]);
    const lines = await activityOf(account);
    expect(lines.at(-1)).toMatchObject({ action: "alert_changed", details: { kind: "day", amount: "25" } });
    await ask(changeAlert, account, { json: { id: day?.id, amount: "25.00" } });
    expect(await activityOf(account)).toHaveLength(lines.length);
    await add(account, "day", "26");
    const taken = await ask(changeAlert, account, { json: { id: day?.id, amount: "26" } });
    expect(taken).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("are removed, and have been sent only this period", async () => {
    const account = await testAccount();
    await add(account, "day", "30");
    const { accountId } = account;
    const data = { sentAt: NOON, periodStart: new Date("2026-11-22") };
    await db().prisma.usageAlert.updateMany({ where: { accountId }, data });
    vi.setSystemTime(new Date("2026-11-21T11:00:00Z"));
    const [day] = await alertsOf(account);
    expect(day).toMatchObject({ sentAt: "2026-11-21 12:00:00", isSent: false });
    expect(await ask(removeAlert, account, { json: { id: day?.id } })).toMatchObject({ status: 200 });
    expect(await alertsOf(account)).toEqual([]);
    expect((await activityOf(account)).at(-1)).toMatchObject({
      action: "alert_removed",
      details: { kind: "day", amount: "30.00" },
    });
  });

  it("of another account are not there, nor are any of an id that is none", async () => {
    const [account, other] = [await testAccount(), await testAccount()];
    await add(other, "day", "30");
    const [theirs] = await alertsOf(other);
    for (const id of [theirs?.id, newId(), "none"]) {
      const gone = { status: 404, body: { code: "not_found" } };
      expect(await ask(changeAlert, account, { json: { id, amount: "25" } })).toMatchObject(gone);
      expect(await ask(removeAlert, account, { json: { id } })).toMatchObject(gone);
    }
    expect(await alertsOf(other)).toEqual([theirs]);
  });

  test.each(["-1", "abc", "1.234", "1000000", "1e3", "0", "0.00", ""])(
    "refuse %j as an amount",
    async (amount) => {
      const account = await testAccount();
      expect(await add(account, "day", amount)).toMatchObject({ status: 400 });
      expect(await add(account, "week", "5")).toMatchObject({
        status: 400,
        body: { code: "invalid_parameter" },
      });
    },
  );

  it("are for who is signed in, from a page of ours", async () => {
    const account = await testAccount();
    expect(await call(GET, { method: "GET" })).toMatchObject({ status: 401 });
    const headers = { "sec-fetch-site": "same-origin" };
    const json = { kind: "day", amount: "5", id: newId() };
    for (const handler of [addAlert, changeAlert, removeAlert]) {
      expect(await call(handler, { json, headers })).toMatchObject({ status: 401 });
      const cross = { "sec-fetch-site": "cross-site" };
      expect(await ask(handler, account, { json }, cross)).toMatchObject({ status: 403 });
    }
  });
});

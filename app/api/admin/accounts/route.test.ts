import { beforeAll, describe, expect, it, test } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { recordActivity } from "@/lib/activity/record-activity";
import {
  type AccountDetails,
  type AccountRecord,
  listAccountActivity,
  listAccounts,
  listMovements,
  type Movement,
  openAccount,
  readAccount,
} from "@/lib/contracts/admin/accounts";
import type { Pagination } from "@/lib/contracts/base/pagination";
import type { ActivityRecord } from "@/lib/contracts/members/activity";
import { db } from "@/lib/db/client";
import { topUp } from "@/lib/ledger/top-up";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { books, call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: activity } = handlersOf("/api/admin/accounts/activity");
const { GET: movements } = handlersOf("/api/admin/accounts/movements");
const { GET: one } = handlersOf("/api/admin/accounts/one");
const { GET, POST } = handlersOf("/api/admin/accounts");

useTestDatabase();

let administrator: TestAccount;
beforeAll(async () => {
  administrator = await testAccount({ admin: true, email: "admin@example.com", name: "Ad Ministrator" });
});

type ListBody = { accounts: AccountRecord[]; pagination: Pagination };

async function list(query: Record<string, string>): Promise<ListBody> {
  const { status, body } = await ask<ListBody>(GET, administrator, { query });
  expect(status).toBe(200);
  expect(body).toEqual(listAccounts.response.parse(body));
  return body;
}

const addresses = async (query: Record<string, string>) =>
  (await list(query)).accounts.map(({ email }) => email);

describe("the list of accounts", () => {
  beforeAll(async () => {
    await testAccount({ email: "kiri@shop.example", name: "Kiri's 100% Wool" });
    await testAccount({ email: "wiremu@bank.example", name: "Wiremu" });
    const { accountId: id } = await testAccount({ email: "gone@shop.example", name: "Gone" });
    await db().prisma.account.update({ where: { id }, data: { status: "disabled" } });
  });

  it("finds by a part of the address or the name, in any case, and by the number", async () => {
    expect(await addresses({ q: "SHOP.ex" })).toEqual(["gone@shop.example", "kiri@shop.example"]);
    expect(await addresses({ q: "wirem" })).toEqual(["wiremu@bank.example"]);
    expect(await addresses({ q: "ministrat" })).toEqual(["admin@example.com"]);
    expect(await addresses({ q: `#${administrator.accountId}` })).toEqual(["admin@example.com"]);
    expect(await addresses({ q: "nobody" })).toEqual([]);
  });

  it("takes what patterns are made of for itself", async () => {
    expect(await addresses({ q: "100%" })).toEqual(["kiri@shop.example"]);
    expect(await addresses({ q: "_" })).toEqual([]);
    expect(await addresses({ q: "\\" })).toEqual([]);
  });

  it("can be narrowed to a state", async () => {
    expect(await addresses({ status: "disabled" })).toEqual(["gone@shop.example"]);
    expect(await addresses({ q: "shop", status: "active" })).toEqual(["kiri@shop.example"]);
  });

  it("comes in pages, the newest account first", async () => {
    const all = await addresses({});
    const first = await list({ limit: "2" });
    expect(first.accounts.map(({ email }) => email)).toEqual(all.slice(0, 2));
    expect(first.pagination).toMatchObject({ totalRecords: all.length, hasNextPage: true });
    expect(await addresses({ limit: "2", page: "2" })).toEqual(all.slice(2, 4));
    expect(await addresses({ page: "9" })).toEqual([]);
    expect(all[0]).toBe("gone@shop.example");
  });

  it("is sorted by name and by age, from either end, and by nothing that no index has", async () => {
    const all = await addresses({});
    expect(await addresses({ order: "created" })).toEqual(all.toReversed());
    const byName = (await list({ order: "name" })).accounts.map(({ name }) => name);
    expect(byName.indexOf("Gone")).toBeLessThan(byName.indexOf("Kiri's 100% Wool"));
    expect(byName.indexOf("Kiri's 100% Wool")).toBeLessThan(byName.indexOf("Wiremu"));
    expect((await list({ order: "-name" })).accounts.map(({ name }) => name)).toEqual(byName.toReversed());
    expect(await ask(GET, administrator, { query: { order: "balance" } })).toMatchObject({ status: 400 });
  });

  it("refuses a state that is none", async () => {
    expect(await ask(GET, administrator, { query: { status: "odd" } })).toMatchObject({ status: 400 });
  });
});

describe("a new account", () => {
  it("can be used with the password that is shown once", async () => {
    const json = { email: "New@Example.com", name: "New", country: "au", balance: "25.5", unicode: true };
    const made = await ask<{ accountId: number; email: string; password: string }>(POST, administrator, {
      json,
    });
    expect(made.body).toEqual(openAccount.response.parse(made.body));
    const { accountId, email: userId, password } = made.body;
    expect(userId).toBe("new@example.com");
    expect(await call(balance, { form: { userId, password } })).toMatchObject({
      body: { balance: "25.50" },
    });
    expect(await books(accountId)).toEqual({ balance: 25_500_000n, ledger: 25_500_000n, entries: 1 });
    const rows = await db().prisma.activity.findMany({ where: { accountId } });
    expect(rows).toMatchObject([{ action: "account_created", actorId: administrator.accountId }]);
    expect(JSON.stringify(rows)).not.toContain(password);
    const account = await db().prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    expect(account).toMatchObject({ country: "AU", unicodeEnabled: true, isAdmin: false });
  });

  test.each([
    [{ email: "kiri", name: "K" }, "'email' must be an email address"],
    [{ email: "k@example.com", name: " " }, "'name' must not be empty"],
    [{ email: "k@example.com", name: "K", country: "NZL" }, "'country' must be the two letters"],
    [{ email: "k@example.com", name: "K", balance: "-1" }, "'balance' must be dollars"],
    [{ email: "admin@example.com", name: "K" }, "There is already an account"],
  ])("is refused as %j", async (json, sentence) => {
    expect(await ask(POST, administrator, { json })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    });
  });
});

describe("one account", () => {
  it("is shown with what it may do and pays, and without credentials", async () => {
    const { accountId } = await testAccount({ email: "one@example.com" });
    const owned = { number: "3031", ownerId: accountId };
    await db().prisma.shortcode.create({ data: owned });
    await db().prisma.account.update({
      where: { id: accountId },
      data: { standardRateMicros: 85_000n, totpSecret: Buffer.from("s"), totpEnabledAt: new Date() },
    });
    const read = await ask<{ account: AccountDetails }>(one, administrator, {
      query: { accountId: String(accountId) },
    });
    expect(read.body).toEqual(readAccount.response.parse(read.body));
    expect(read.body.account).toMatchObject({
      id: accountId,
      email: "one@example.com",
      balance: "10.00",
      owed: null,
      standardRate: "0.085",
      secondFactor: true,
      activeKeys: 0,
      isOwn: false,
      status: "active",
      people: [{ personId: accountId, name: "A test", email: "one@example.com", role: "owner" }],
    });
    expect(read.body.account.senders.map(({ number }) => number)).toEqual(["3031", "552", "2190"]);
    expect(read.text).not.toMatch(/password(?!OnApi)|hash|secret/i);
  });

  it("is shown with what it owes", async () => {
    const { accountId } = await testAccount({ balanceMicros: 0n });
    await db().prisma.account.update({ where: { id: accountId }, data: { owedMicros: 45_000_000n } });
    const query = { accountId: String(accountId) };
    const { body } = await ask<{ account: AccountDetails }>(one, administrator, { query });
    expect(body.account).toMatchObject({ balance: "0.00", owed: "45.00" });
  });

  it("does not exist as any number", async () => {
    for (const accountId of ["999999", "0", "x"]) {
      const { status } = await ask(one, administrator, { query: { accountId } });
      expect(status).toBe(accountId === "999999" ? 404 : 400);
    }
  });

  it("has its movements in pages that nobody counts, and those alone", async () => {
    const { accountId } = await testAccount({ balanceMicros: 0n });
    for (let minute = 1; minute <= 3; minute++) {
      await topUp(
        db(),
        { accountId, amountMicros: BigInt(minute) * 1_000_000n, note: `Note ${minute}` },
        new Date(minute * 60_000),
      );
    }
    const page = async (number: string) => {
      const query = { accountId: String(accountId), limit: "2", page: number };
      type Page = { movements: Movement[]; hasNextPage: boolean };
      const { body } = await ask<Page>(movements, administrator, { query });
      expect(body).toEqual(listMovements.response.parse(body));
      return { notes: body.movements.map(({ note, amount }) => [note, amount]), more: body.hasNextPage };
    };
    expect(await page("1")).toEqual({
      notes: [
        ["Note 3", "3.00"],
        ["Note 2", "2.00"],
      ],
      more: true,
    });
    expect(await page("2")).toEqual({ notes: [["Note 1", "1.00"]], more: false });
    expect(await page("3")).toEqual({ notes: [], more: false });
  });

  it("has its activity, in which administrators are named", async () => {
    const { accountId } = await testAccount();
    const actor = { accountId: administrator.accountId, address: "203.0.113.9" };
    for (const second of [1, 2, 3]) {
      await db().transaction((tx) =>
        recordActivity(
          tx,
          { accountId, actor, action: "account_changed", details: { second } },
          new Date(second * 1_000),
        ),
      );
    }
    const query = { accountId: String(accountId), limit: "2" };
    type Page = { activities: ActivityRecord[]; pagination: Pagination };
    const { body } = await ask<Page>(activity, administrator, { query });
    expect(body).toEqual(listAccountActivity.response.parse(body));
    expect(body.activities).toMatchObject([
      { actor: "admin@example.com", address: "203.0.113.9", details: { second: 3 } },
      { details: { second: 2 } },
    ]);
    expect(body.pagination).toMatchObject({ totalRecords: 3, hasNextPage: true });
  });
});

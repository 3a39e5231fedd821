import { beforeAll, describe, expect, it } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { createAccount } from "@/lib/accounts/create-account";
import { cellOfAccount } from "@/lib/cell-numbers";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import { books, call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { sendFrom } from "@/tests/support/server/send";

const { GET: activity } = handlersOf("/api/admin/accounts/activity");
const { POST: adjust } = handlersOf("/api/admin/accounts/balance");
const { POST: enable } = handlersOf("/api/admin/accounts/enable");
const { GET: movements } = handlersOf("/api/admin/accounts/movements");
const { GET: readOne } = handlersOf("/api/admin/accounts/one");
const { GET: search } = handlersOf("/api/admin/accounts");
const { POST: approve } = handlersOf("/api/admin/domains/approve");
const { GET: domains } = handlersOf("/api/admin/domains");
const { GET: readMessage } = handlersOf("/api/admin/messages/one");
const { GET: messages } = handlersOf("/api/admin/messages");
const { GET: ownActivity } = handlersOf("/api/members/activity");

useTestCells();

let administrator: TestAccount;
let away: TestAccount;
beforeAll(async () => {
  administrator = await testAccount({ admin: true });
  away = await testAccount({ name: "Far Away Books" }, openCell(2));
});

type Lines = { activities: { actor: string; action: string; address: string }[] };
const of = () => ({ accountId: String(away.accountId) });

it("the list of accounts goes over all cells, in pages of which each account is on one", async () => {
  type ListBody = { accounts: { id: number }[]; pagination: { totalRecords: number }; awayCells: number[] };
  const made: number[] = [];
  for (const cell of [2, 1, 3, 1, 2])
    made.push((await testAccount({ name: `Of all cells ${made.length}` }, openCell(cell))).accountId);
  const upwards = made.toSorted((one, other) => one - other);
  for (const [order, expected] of [
    ["created", upwards],
    ["-created", upwards.toReversed()],
  ] as const) {
    const seen: number[] = [];
    for (let page = 1; page <= 3; page++) {
      const query = { q: "of all cells", order, limit: "2", page: String(page) };
      const { body } = await ask<ListBody>(search, administrator, { query });
      expect(body).toMatchObject({ pagination: { totalRecords: 5 }, awayCells: [] });
      seen.push(...body.accounts.map(({ id }) => id));
    }
    expect(seen).toEqual(expected);
  }
});

describe("an account of another cell, in Administration", () => {
  it("is found by its number and by its whole email address", async () => {
    for (const q of [String(away.accountId), away.userId, away.userId.toUpperCase()]) {
      const found = await ask<{ accounts: object[] }>(search, administrator, { query: { q } });
      expect(found.body.accounts).toMatchObject([{ name: "Far Away Books" }]);
    }
    const nobody = await ask<{ accounts: object[] }>(search, administrator, { query: { q: "59999999" } });
    expect(nobody.body.accounts).toEqual([]);
  });

  it("is shown, and changed by who has no row there, whom its activity names to administrators alone", async () => {
    const read = await ask(readOne, administrator, { query: of() });
    expect(read).toMatchObject({ status: 200, body: { account: { email: away.userId } } });
    const before = await books(away.accountId);
    const given = { accountId: away.accountId, amount: "5", reason: "Goodwill", key: newId() };
    expect(await ask(adjust, administrator, { json: given })).toMatchObject({ status: 200 });
    const after = await books(away.accountId);
    expect([after.balance - before.balance, after.ledger]).toEqual([5_000_000n, after.balance]);
    expect((await ask(movements, administrator, { query: of() })).text).toContain("Goodwill");

    const told = await ask<Lines>(activity, administrator, { query: of() });
    expect(told.body.activities[0]).toMatchObject({
      action: "balance_adjusted",
      actor: administrator.userId,
    });
    const own = await ask<Lines>(ownActivity, away, { query: {} });
    expect(own.body.activities[0]).toMatchObject({
      action: "balance_adjusted",
      actor: "an administrator",
      address: "",
    });
  });

  it("is disabled and enabled", async () => {
    const { accountId, userId, password } = away;
    for (const [enabled, status] of [
      [false, 401],
      [true, 200],
    ] as const) {
      expect(await ask(enable, administrator, { json: { accountId, enabled } })).toMatchObject({
        status: 200,
      });
      expect((await call(balance, { json: { userId, password } })).status).toBe(status);
    }
  });
});

describe("a message of another cell", () => {
  it("is looked for first in the cell that its id names, without waiting for others, and found by its account", async () => {
    const sent = await sendFrom<{ message_id: string }>(away, {});
    const { message_id: id } = sent.body;
    expect([sent.status, id.slice(-2)]).toEqual([200, "02"]);
    const read = () => ask(readMessage, administrator, { query: { id } });
    await whileCell(3, "hangs", async () => {
      expect(await read()).toMatchObject({ status: 200, body: { account: { id: away.accountId } } });
    });
    await whileCell(2, "is away", async () => expect((await read()).status).toBe(503));
    for (const account of [away.userId, String(away.accountId)]) {
      const found = await ask<{ messages: object[] }>(messages, administrator, { query: { account } });
      expect(found.body.messages).toMatchObject([{ id }]);
    }
    // The same id, as if the message had moved with its account.
    const item = testItem({ id: `${id.slice(0, -2)}03`, dueAt: new Date() });
    await accept(openCell(2), [testSubmission(away.accountId, { items: [item] })], new Date(), () => "");
    const moved = await ask(readMessage, administrator, { query: { id: item.id } });
    expect(moved).toMatchObject({ status: 200, body: { account: { id: away.accountId } } });
  });
});

it("links to approve are those of all cells, home first, and are decided on wherever they are", async () => {
  type Queue = { domains: { accountId: number }[]; pagination: { totalRecords: number } };
  const home = await testAccount();
  const request = { domain: "example.com", state: "pending", requestedAt: new Date() } as const;
  for (const { accountId } of [away, home])
    await openCell(cellOfAccount(accountId)).prisma.domainRequest.create({ data: { accountId, ...request } });
  const list = async () => (await ask<Queue>(domains, administrator, { query: {} })).body;
  const { domains: both, pagination } = await list();
  expect([both.map(({ accountId }) => accountId), pagination.totalRecords]).toEqual([
    [home.accountId, away.accountId],
    2,
  ]);
  const json = { accountId: away.accountId, domain: "example.com" };
  expect(await ask(approve, administrator, { json })).toMatchObject({ status: 200 });
  expect(await openCell(2).prisma.approvedDomain.findMany()).toMatchObject([json]);
  expect((await list()).pagination.totalRecords).toBe(1);
});

it("has no administrators of its own", async () => {
  const given = {
    email: "admin@example.com",
    password: "correct horse battery",
    name: "An admin",
    admin: true,
  };
  await expect(createAccount(openCell(2), given, new Date())).rejects.toThrow("in the home cell");
});

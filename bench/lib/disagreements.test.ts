import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findRun, openReader, readStandings } from "@/bench/lib/books";
import { disagreements, type Expected } from "@/bench/lib/disagreements";
import { settle } from "@/bench/lib/settle";
import { simulator } from "@/lib/carriers/simulator";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const MESSAGES = 20;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gateway-bench-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const expected: Expected = {
  messages: MESSAGES,
  unanswered: 0,
  perRequest: 1,
  microsEach: 115_000n,
  sent: true,
};

/**
 * The faults found in a good run of two accounts after a change to its data.
 * @param answer changes the ids in the answers.
 */
async function lookAt(
  meddle: (ids: string[], accounts: number[]) => readonly Sql[] = () => [],
  answer: (ids: string[]) => string[] = (ids) => ids,
  told = expected,
): Promise<string[]> {
  const client = await openReader(process.env.DATABASE_URL ?? "");
  try {
    const accounts = [await testAccount(), await testAccount()].map(({ accountId }) => accountId);
    const before = await readStandings(client, accounts);
    const since = new Date();
    const ids = await sendAll(accounts);
    for (const statement of meddle(ids, accounts)) await db().query(statement);
    const file = path.join(folder, "ids");
    writeFileSync(file, answer(ids).join("\n"));
    return disagreements(await findRun(client, before, since, file), told);
  } finally {
    await client.end();
  }
}

async function sendAll(accounts: readonly number[]): Promise<string[]> {
  const items = Array.from({ length: MESSAGES }, () => testItem({ dueAt: new Date() }));
  const submissions = items.map((item, index) =>
    testSubmission(accounts[index % accounts.length] as number, { items: [item] }),
  );
  await accept(db(), submissions, new Date(), () => "");
  const carrier = simulator(db(), 0, TEST_SECRET);
  await dispatch(db(), carrier, new Date(), BY_DAY);
  while ((await collectReports(db(), carrier, new Date())).collected > 0);
  return items.map(({ id }) => id);
}

it("finds nothing where all agree", async () => {
  expect(await lookAt()).toEqual([]);
});

it("notices a message that was answered and is not there, or is there and was not answered", async () => {
  const strange = newId();
  expect(await lookAt(undefined, ([, ...rest]) => [...rest, strange])).toEqual([
    "1 messages were answered and are not there",
    "1 messages are there and were not answered",
  ]);
});

it("allows a message for a request that had no answer, and only as many", async () => {
  const told = { ...expected, messages: MESSAGES - 1, unanswered: 1 };
  expect(await lookAt(undefined, ([, ...rest]) => rest, told)).toEqual([]);
  const twoFewer = { ...told, messages: MESSAGES - 2 };
  expect(await lookAt(undefined, ([, , ...rest]) => rest, twoFewer)).toEqual([
    "2 messages are there and were not answered",
  ]);
});

it("notices an id that was answered twice, and an answer without one", async () => {
  expect(await lookAt(undefined, ([first = "", , ...rest]) => [first, first, ...rest])).toEqual(
    ["1 ids were answered more than once", "1 messages are there and were not answered"]
      .toSorted((a, b) => b.localeCompare(a))
      .reverse(),
  );
  expect(await lookAt(undefined, undefined, { ...expected, messages: MESSAGES + 1 })).toEqual([
    "1 messages were answered without an id that could be kept",
  ]);
});

it("notices a message that the carrier did not receive, and one that nobody sent", async () => {
  const lose = ([first = ""]: string[]) => [
    sql`delete from simulated_messages where client_reference = ${first}`,
  ];
  expect(await lookAt(lose)).toEqual(["1 messages did not reach the carrier"]);
  const stray = () => [
    sql`insert into simulated_messages (reference, client_reference, sender, msisdn, body, received_at)
      values (${newId()}, ${newId()}, '552', '64211234567', 'Hello', ${new Date()})`,
  ];
  expect(await lookAt(stray)).toEqual(["1 messages reached the carrier and are none of this run"]);
});

it("notices a message that was not billed", async () => {
  const unbill = ([first = ""]: string[]) => [
    sql`delete from ledger_entries where message_id = ${first}::uuid`,
  ];
  const wrong = await lookAt(unbill);
  expect(wrong[0]).toBe("1 messages have no deduction");
  expect(wrong.join()).toMatch(
    /messages and deductions differ, 10 and 9.*the balance and the sum of the ledger differ/,
  );
});

it("notices a balance, a price or a day's sum that is off by a micro-dollar", async () => {
  const off = (statement: (account: number) => Sql) => lookAt((_, [account = 0]) => [statement(account)]);
  expect(
    (await off((id) => sql`update accounts set balance_micros = balance_micros - 1 where id = ${id}`)).join(),
  ).toMatch(
    /the balance's change and the deductions differ, 1150001 and 1150000.*the balance and the sum of the ledger differ/,
  );
  expect(
    (
      await off((id) => sql`update billing_days set net_micros = net_micros + 1 where account_id = ${id}`)
    ).join(),
  ).toMatch(/the days' amounts and the deductions differ, 1150001 and 1150000$/);
  expect((await lookAt(undefined, undefined, { ...expected, microsEach: 115_001n })).join()).toMatch(
    /what the messages cost and what was deducted differ, 1150010 and 1150000/,
  );
});

it("notices a message without its last report, and a queue that does not empty", async () => {
  const client = await openReader(process.env.DATABASE_URL ?? "");
  try {
    expect(await settle(client, 1000)).toMatchObject({ carrierMs: expect.any(Number) });
    const again = ([first = ""]: string[]) => [
      sql`update messages set status = 'ENROUTE' where id = ${first}::uuid`,
      sql`insert into simulated_reports (id, "references", codes, happens_at, due_at)
        select gen_random_uuid(), array[reference], '{1}', now(), now() from simulated_messages
        where client_reference = ${first}`,
    ];
    expect(await lookAt(again)).toEqual(["1 messages are not reported as delivered"]);
    expect(await settle(client, 100)).toBeNull();
  } finally {
    await client.end();
  }
});

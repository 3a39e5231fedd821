import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Books } from "@/bench/lib/closed/books";
import { disagreements, foundInAll, type RunAnswers, type RunTraces } from "@/bench/lib/closed/disagreements";
import { Simulator } from "@/lib/carriers/simulator";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
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

const expected: RunAnswers = {
  messages: MESSAGES,
  unanswered: 0,
  perRequest: 1,
  microsEach: 115_000n,
  sent: true,
};

/**
 * Returns the faults found in a good run of two accounts after a change to its data.
 * @param answer changes the ids in the answers.
 */
async function lookAt(
  meddle: (ids: string[], accounts: number[]) => readonly Sql[] = () => [],
  answer: (ids: string[]) => string[] = (ids) => ids,
  told = expected,
): Promise<string[]> {
  const accounts = [await testAccount(), await testAccount()].map(({ accountId }) => accountId);
  const books = await Books.open([{ url: process.env.DATABASE_URL ?? "", accounts }]);
  try {
    const ids = await sendAll(accounts);
    expect(await books.settle(1_000)).toBe(true);
    for (const statement of meddle(ids, accounts)) await db().query(statement);
    const file = path.join(folder, "ids");
    writeFileSync(file, answer(ids).join("\n"));
    return await books.check(told, file);
  } finally {
    await books.close();
  }
}

async function sendAll(accounts: readonly number[]): Promise<string[]> {
  const items = Array.from({ length: MESSAGES }, () => testItem({ dueAt: new Date() }));
  const submissions = items.map((item, index) =>
    testSubmission(accounts[index % accounts.length] as number, { items: [item] }),
  );
  await accept(db(), submissions, new Date(), () => "");
  const carrier = new Simulator(db(), () => ({ delayMs: 0, authSecret: TEST_SECRET }));
  await dispatch(db(), carrier, new Date(), BY_DAY);
  while ((await collectReports(db(), carrier, new Date())).collected > 0);
  return items.map(({ id }) => id);
}

const strange = "01976a52-0000-7000-8000-000000000001";
it.each<[string, (ids: string[]) => string[], Partial<RunAnswers>, string[]]>([
  ["finds nothing if all agree", (ids) => ids, {}, []],
  [
    "notices a message that was answered and is not there, and the opposite",
    ([, ...rest]) => [...rest, strange],
    {},
    ["1 messages were answered and are not there", "1 messages are there and were not answered"],
  ],
  [
    "allows a message for a request without an answer",
    ([, ...rest]) => rest,
    { messages: 19, unanswered: 1 },
    [],
  ],
  [
    "allows only as many",
    ([, , ...rest]) => rest,
    { messages: 18, unanswered: 1 },
    ["2 messages are there and were not answered"],
  ],
  [
    "notices an id that was answered twice",
    ([first = "", , ...rest]) => [first, first, ...rest],
    {},
    ["1 ids were answered more than once", "1 messages are there and were not answered"],
  ],
  [
    "notices an answer without an id",
    (ids) => ids,
    { messages: 21 },
    ["1 messages were answered without an id that could be kept"],
  ],
])("%s", async (_, answer, told, wrong) => {
  expect(await lookAt(undefined, answer, { ...expected, ...told })).toEqual(wrong);
});

const ofFirst = "(select min(id) from accounts)";
it.each([
  ["delete from carrier_submissions where message_id = $1::uuid", /^1 messages did not reach the carrier$/],
  [
    `insert into simulated_messages (reference, client_reference, sender, msisdn, body, received_at)
      values ($1, '${strange}', '552', '64211234567', 'Hello', now())`,
    /^1 messages reached the carrier and are none of this run$/,
  ],
  [
    "delete from ledger_entries where message_id = $1::uuid",
    /^1 messages have no deduction.*deductions differ, 10 and 9.*the balance and the sum of the ledger differ/,
  ],
  [
    `update accounts set balance_micros = balance_micros - 1 where id = ${ofFirst}`,
    /change and the deductions differ, 1150001 and 1150000.*the balance and the sum of the ledger differ/,
  ],
  [
    `update billing_days set net_micros = net_micros + 1 where account_id = ${ofFirst}`,
    /the days' amounts and the deductions differ, 1150001 and 1150000$/,
  ],
])("notices the effect of %s", async (text, wrong) => {
  const meddle = ([first = ""]: string[]) => [
    { text, values: text.includes("$1") ? [first] : [] } as unknown as Sql,
  ];
  expect((await lookAt(meddle)).join()).toMatch(wrong);
});

it("notices a price that is off by a micro-dollar", async () => {
  expect((await lookAt(undefined, undefined, { ...expected, microsEach: 115_001n })).join()).toMatch(
    /what the messages cost and what was deducted differ, 1150010 and 1150000/,
  );
});

it("notices a message without its last report, and a queue that does not empty", async () => {
  const again = ([first = ""]: string[]) => [
    sql`update messages set status = 'ENROUTE' where id = ${first}::uuid`,
    sql`insert into message_queue (message_id, account_id, accepted_at, carrier_id)
      select id, account_id, accepted_at, 0 from messages where id = ${first}::uuid`,
  ];
  expect(await lookAt(again)).toEqual(["1 messages are not reported as delivered"]);
  const books = await Books.open([{ url: process.env.DATABASE_URL ?? "", accounts: [] }]);
  expect(await books.settle(100)).toBe(false);
  await books.close();
});

it("looks for each message in all cells", () => {
  const found = (lost: number, more: Partial<RunTraces> = {}): RunTraces => ({
    ...{ accounts: [], unasked: 0, unbilled: 0, unsent: 0, strays: 0, undelivered: 0 },
    ...{ answered: MESSAGES, different: MESSAGES, lost, ...more },
  });
  const wrong = (...cells: RunTraces[]) => disagreements(foundInAll(cells), expected);
  expect(wrong(found(12), found(14), found(14))).toEqual([]);
  expect(wrong(found(11), found(10))).toEqual(["1 messages were answered and are not there"]);
  expect(wrong(found(9), found(10))).toEqual(["-1 messages were answered and are not there"]);
  const lacking = [found(10, { unbilled: 1 }), found(10, { unbilled: 2, strays: 1 })];
  expect(wrong(...lacking)).toHaveLength(2);
});

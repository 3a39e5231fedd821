import { describe, expect, it, test } from "vitest";
import type { CarrierAnswer } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { type FinishedMessage, finishStatements } from "@/lib/messages/dispatch/finish/finish.sql";
import { reportOrPark } from "@/lib/messages/dispatch/park-reports";
import { settleUnknownStatement } from "@/lib/messages/dispatch/settle-unknown.sql";
import {
  accountSumsStatement,
  carrierAccountSumsStatement,
  carrierSumsStatement,
} from "@/lib/messages/networks/carrier-days.sql";
import { accepted, carrierNamed, refused, unknown } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const COST = 21_000n;
const NET = 100_000n;

// Routes are read again after some seconds, so each test has a separate hour.
let hours = 0;
const nextHour = () => new Date(Date.parse("2026-11-20T00:00:00Z") + ++hours * 3_600_000);
const plus = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Returns a network that counts each submission as a different message, and answers with `answer`. */
function network(answer: (id: string) => CarrierAnswer, name = "smsc") {
  const carrier = carrierNamed(name, 500, async (batch) => batch.map(({ id }) => answer(id)));
  return { ...carrier, isIdempotent: false };
}

/** Sets the cost of a part on the one route; null for none. */
const costs = (micros: bigint | null) => db().prisma.routeTarget.updateMany({ data: { costMicros: micros } });

/** Accepts messages of the given number of parts, each to a different handset. */
async function due(now: Date, parts = 1, count = 1) {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
  const items = Array.from({ length: count }, () =>
    testItem({ dueAt: now, msisdn: newMobile(), netMicros: NET }),
  );
  const body = "a".repeat(parts > 1 ? parts * 153 : 10);
  await accept(db(), [testSubmission(accountId, { items, body, parts })], now, () => "");
  return { accountId, items };
}

type Sum = { carrier: string; accountId: number; messages: bigint; netMicros: bigint; costMicros: bigint };

/** Returns the sums of the days by carrier and account. */
const days = () =>
  db().query<Sum>(sql`
    select carrier, account_id as "accountId", sum(messages)::bigint as messages, sum(net_micros)::bigint as "netMicros",
      sum(cost_micros)::bigint as "costMicros"
    from carrier_days group by 1, 2 order by 1, 2`);

/**
 * Returns the sums of the submissions: the charges, and the billed amounts of messages of which a carrier accepted
 * parts.
 */
const submissions = () =>
  db().query<Sum>(sql`
    with s as (
      select s.carrier, m.account_id as owner, m.id, sum(s.cost_micros) as cost
      from carrier_submissions s join messages m on m.id = s.message_id
      where s.state in ('accepted', 'delivered') group by 1, 2, 3)
    select carrier, owner as "accountId", count(*)::bigint as messages, sum(e.net_micros)::bigint as "netMicros",
      coalesce(sum(cost), 0)::bigint as "costMicros"
    from s join ledger_entries e on e.message_id = s.id and e.kind = 'deduction' group by 1, 2 order by 1, 2`);

describe("what a network charges", () => {
  test.each<[string, number, (id: string) => CarrierAnswer, bigint | null]>([
    ["a message of one part", 1, (id) => accepted(id, "r"), COST],
    ["a message with a reference for each part", 3, (id) => accepted(id, "r1", "r2", "r3"), 3n * COST],
    ["a message with one reference for three parts", 3, (id) => accepted(id, "r"), 3n * COST],
    ["a message without a reference", 2, (id) => accepted(id), 2n * COST],
    ["a refusal", 2, refused, null],
    ["one that it will not take", 1, (id) => ({ id, outcome: "elsewhere", code: "0x0A" }), null],
    [
      "one that it takes later",
      1,
      (id) => ({ id, outcome: "later", code: "x", afterMs: 1, counts: true }),
      null,
    ],
    ["no answer", 1, unknown, null],
  ])("for %s of %i parts is kept with the submission, and summed", async (_, parts, answer, cost) => {
    const now = nextHour();
    await costs(COST);
    const { accountId } = await due(now, parts);
    await dispatch(db(), network(answer), now, BY_DAY);
    const sums = await days();
    if (cost === null) expect(sums).toEqual([]);
    else
      expect(sums).toEqual([{ carrier: "smsc", accountId, messages: 1n, netMicros: NET, costMicros: cost }]);
    expect(sums).toEqual(await submissions());
  });

  it("counts parts once that it took before the others, and what was billed with the first", async () => {
    const now = nextHour();
    await costs(COST);
    const { accountId } = await due(now, 3);
    const first = network((id) => ({ id, outcome: "unknown", accepted: [{ part: 0, reference: "r1" }] }));
    await dispatch(db(), first, now, BY_DAY);
    const part = { carrier: "smsc", accountId, messages: 1n, netMicros: NET, costMicros: COST };
    expect([await days(), await submissions()]).toEqual([[part], [part]]);
    await dispatch(
      db(),
      network((id) => accepted(id, "r1", "r2", "r3")),
      plus(now, 200_000),
      BY_DAY,
    );
    const whole = { ...part, costMicros: 3n * COST };
    expect([await days(), await submissions()]).toEqual([[whole], [whole]]);
  });

  it("counts the parts that it took before it refused a later one, each once, and what was billed, once", async () => {
    const now = nextHour();
    await costs(COST);
    const { accountId } = await due(now, 3);
    const taken = (...parts: number[]) => parts.map((part) => ({ part, reference: `p${part}` }));
    const first = network((id) => ({ id, outcome: "unknown", accepted: taken(0) }));
    await dispatch(db(), first, now, BY_DAY);
    const second = network((id) => ({ id, outcome: "refused", code: "0x65", accepted: taken(0, 2) }));
    await dispatch(db(), second, plus(now, 200_000), BY_DAY);
    const paid = { carrier: "smsc", accountId, messages: 1n, netMicros: NET, costMicros: 2n * COST };
    expect([await days(), await submissions()]).toEqual([[paid], [paid]]);
    const rows = await db().prisma.carrierSubmission.findMany({
      orderBy: [{ attempt: "asc" }, { part: "asc" }],
    });
    expect(
      rows.map(({ attempt, part, partCount, state, error }) => [attempt, part, partCount, state, error]),
    ).toEqual([
      [1, 0, 3, "accepted", null],
      [2, 1, 3, "refused", "0x65"],
      [2, 2, 3, "accepted", null],
    ]);
    // Later reports do not change the sums.
    const told = { reference: "p2", key: "p2/1", code: 1, reportedAt: now };
    await reportOrPark(db(), "smsc", [told], plus(now, 200_010));
    const message = await db().prisma.message.findFirstOrThrow({ where: { accountId } });
    expect([message.status, await db().prisma.deliveryReport.count()]).toEqual(["FAILED", 1]);
    expect(await db().prisma.parkedReport.count()).toBe(0);
  });

  it("counts a possible duplicate, and what a report shows to be taken", async () => {
    const now = nextHour();
    await costs(COST);
    const one = await due(now);
    await dispatch(db(), network(unknown), now, BY_DAY);
    expect(await days()).toEqual([]);
    await dispatch(
      db(),
      network((id) => accepted(id, "again")),
      plus(now, 200_000),
      BY_DAY,
    );
    const later = plus(now, 400_000);
    const two = await due(later);
    await dispatch(db(), network(unknown), later, BY_DAY);
    const { msisdn = "" } = two.items[0] ?? {};
    const told = { reference: "late", key: "late/1", code: 1, reportedAt: later, msisdn };
    await reportOrPark(db(), "smsc", [told], plus(later, 10_000));
    const sum = { carrier: "smsc", messages: 1n, netMicros: NET, costMicros: COST };
    const both = [one, two].map(({ accountId }) => ({ ...sum, accountId }));
    expect([await days(), await submissions()]).toEqual([both, both]);
  });

  it("is nothing where no route says it, and the simulator has no sums", async () => {
    const now = nextHour();
    await costs(null);
    const { accountId } = await due(now);
    await dispatch(
      db(),
      network((id) => accepted(id, "r")),
      now,
      BY_DAY,
    );
    const free = { carrier: "smsc", accountId, messages: 1n, netMicros: NET, costMicros: 0n };
    expect([await days(), await submissions()]).toEqual([[free], [free]]);
    await due(plus(now, 10_000));
    await dispatch(
      db(),
      network((id) => accepted(id, "s"), "simulator"),
      plus(now, 10_000),
      BY_DAY,
    );
    expect(await days()).toEqual([free]);
  });

  it("agrees with the submissions where many batches of many answers are recorded at once", async () => {
    const now = nextHour();
    await costs(COST);
    for (const parts of [1, 2, 3]) await due(now, parts, 200);
    const answers: ((id: string) => CarrierAnswer)[] = [
      (id: string) => accepted(id, id),
      (id: string) => accepted(id),
      refused,
      unknown,
      (id) => ({ id, outcome: "unknown", accepted: [{ part: 0, reference: `${id}/0` }] }),
      (id) => ({ id, outcome: "refused", code: "x", accepted: [{ part: 0, reference: `${id}/1` }] }),
    ];
    let turn = 0;
    const mixed = (name: string) => ({
      ...network((id) => (answers[turn++ % answers.length] ?? unknown)(id), name),
      room: () => 60,
    });
    await Promise.all(["a", "b", "a", "b", "a", "b"].map((name) => dispatch(db(), mixed(name), now, BY_DAY)));
    const much = plus(now, 300_000);
    await Promise.all(["a", "b", "a", "b"].map((name) => dispatch(db(), mixed(name), much, BY_DAY)));
    const sums = await days();
    expect(sums).toEqual(await submissions());
    expect(sums.reduce((sum, { costMicros }) => sum + costMicros, 0n)).toBeGreaterThan(100n * COST);
  });
});

it("is read by an index", async () => {
  await db().query(sql`
    insert into carrier_days (day, carrier, account_id, shard, messages, net_micros, cost_micros)
    select '2026-01-01'::date + d, 'c' || c, a, 0, 1, 1, 1
    from generate_series(0, 300) d, generate_series(1, 3) c, generate_series(1, 10) a`);
  await db().query(sql`analyze`);
  const november = { from: "2026-11-01", to: "2026-11-30" };
  for (const statement of [
    carrierSumsStatement(november),
    accountSumsStatement(november, 50),
    carrierAccountSumsStatement(november, { carrier: "c1", accountId: 3 }, 50),
  ]) {
    const scans = await scansOf(db(), statement);
    expect(scans.find(({ table }) => table === "carrier_days")).toMatchObject({
      node: expect.stringMatching(/^Index/),
      by: expect.stringContaining("day"),
    });
  }
});

it("is written with what was billed, which is looked up by the message", async () => {
  const now = nextHour();
  const { accountId, items } = await due(now, 1, 500);
  await db().query(sql`analyze`);
  const finished = items.map(({ id }): FinishedMessage => {
    const part = { part: 0, reference: id, state: "accepted" as const, error: null, costMicros: COST };
    const key = { accountId, acceptedAt: now, id, lease: now, at: now };
    const others = { partCount: 1, isPossibleDuplicate: false, answerMs: 1, partsLeft: null };
    return { ...key, ...others, outcome: "accepted", hasEarlierParts: false, parts: [part] };
  });
  const named = [{ reference: "r", msisdn: "64211234567", userReference: null }];
  for (const statement of [
    ...finishStatements(finished, "smsc", now),
    settleUnknownStatement("smsc", named),
  ]) {
    const scans = await scansOf(db(), statement);
    expect(scans.filter(({ table }) => table === "ledger_entries")).toEqual([
      { table: "ledger_entries", node: "Index Scan", by: expect.stringContaining("message_id") },
    ]);
  }
});

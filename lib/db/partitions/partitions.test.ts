import { beforeEach, describe, expect, it } from "vitest";
import { db, openDatabase } from "@/lib/db/client";
import { recentMonths, within } from "@/lib/db/partitions/months.sql";
import {
  dropEmptyMonths,
  lacksMonthAhead,
  makeMonthsAhead,
  monthAfter,
} from "@/lib/db/partitions/partitions";
import { PARTITIONED, type Partition, partitionsStatement } from "@/lib/db/partitions/partitions.sql";
import { prepared, sql } from "@/lib/db/sql";
import { idAt, idTime } from "@/lib/ids";
import { agedInbound, agedMessage, idMadeAt } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const [MESSAGES] = PARTITIONED;

const partitions = () => db().query<Partition>(partitionsStatement(MESSAGES));

/** Returns the months between which partitions end. */
async function bounds(): Promise<string[]> {
  return (await partitions()).flatMap(({ to }) => (to ? idTime(to).toISOString().slice(0, 7) : []));
}

const month = (at: Date) => at.toISOString().slice(0, 7);

/** The creation time of the database, to the month. */
let made: Date;
beforeEach(async () => {
  const [first] = await partitions();
  made = idTime(first?.to ?? "");
});

const months = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => month(monthAfter(made, from + index)));

describe("the months ahead", () => {
  it("are there from the beginning, for all three tables", async () => {
    expect(await bounds()).toEqual(months(0, 3));
    expect(await makeMonthsAhead(db(), made)).toBe(0);
    for (const table of PARTITIONED) expect(await db().query(partitionsStatement(table))).toHaveLength(5);
    expect(await lacksMonthAhead(db(), made)).toBe(false);
  });

  it("are made month by month, once, whoever does it", async () => {
    const next = monthAfter(made, 1);
    const other = openDatabase(process.env.DATABASE_URL as string, 2);
    const counts = await Promise.all([makeMonthsAhead(db(), next), makeMonthsAhead(other, next)]);
    await other.close();
    expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(3);
    expect(await bounds()).toEqual(months(0, 4));
    expect(await makeMonthsAhead(db(), next)).toBe(0);
  });

  it("have the indexes, the constraints and the room to grow of those before", async () => {
    await makeMonthsAhead(db(), monthAfter(made, 1));
    const rows = await db().query<{ made: string[] }>(sql`
      select coalesce(c.reloptions, '{}')
        || (select array_agg(conname::text) from pg_constraint
          where conrelid = c.oid and contype = 'c' and conname <> c.relname || '_check')
        || (select array_agg(regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '')) from pg_index where indrelid = c.oid)
        as made
      from partitions_of('messages'::regclass) p join pg_class c on c.oid = p.name::regclass`);
    const alike = rows.map(({ made }) => made.sort().join("; "));
    expect([alike.length, new Set(alike).size]).toEqual([6, 1]);
    for (const each of ["fillfactor=60", "messages_parts_check", "btree (msisdn, accepted_at DESC)"])
      expect(alike[0]).toContain(each);
  });

  it("begin with the one after what was accepted meanwhile, where nobody made any for long", async () => {
    const { accountId } = await testAccount();
    const late = new Date(monthAfter(made, 6).getTime() + 86_400_000);
    const id = await agedMessage(accountId, late);
    expect(await lacksMonthAhead(db(), late)).toBe(true);
    await makeMonthsAhead(db(), late);
    expect(await bounds()).toEqual([...months(0, 3), ...months(7, 9)]);
    expect(await lacksMonthAhead(db(), late)).toBe(false);
    expect((await db().prisma.message.findUnique({ where: { id } }))?.id).toBe(id);
  });

  it("begin after what a clock that was ahead has left, though it was answered", async () => {
    const { accountId } = await testAccount();
    const relatedMessageId = await agedMessage(accountId, new Date(monthAfter(made, 8).getTime() + 1));
    const reply = await agedInbound(accountId, made, { relatedMessageId });
    await makeMonthsAhead(db(), monthAfter(made, 1));
    expect(await bounds()).toEqual([...months(0, 3), ...months(9, 9)]);
    const keys = sql`select convalidated as validated from pg_constraint
      where confrelid = 'messages'::regclass and contype = 'f' and conparentid = 0`;
    expect(await db().query(keys)).toEqual([{ validated: true }, { validated: true }]);
    await db().prisma.message.delete({ where: { id: relatedMessageId } });
    expect(await db().prisma.inboundMessage.findUnique({ where: { id: reply } })).toMatchObject({
      relatedMessageId: null,
    });
  });

  it("wait where somebody reads a table for long, and nobody waits for them", async () => {
    const next = monthAfter(made, 1);
    await db().transaction(async (tx) => {
      await tx.query(sql`select count(*) from messages`);
      expect(await makeMonthsAhead(db(), next)).toBe(2);
      // The session that requested the lock has given up.
      await db().query(sql`select count(*) from messages`);
    });
    expect(await bounds()).toEqual(months(0, 3));
    expect(await makeMonthsAhead(db(), next)).toBe(1);
    expect(await bounds()).toEqual(months(0, 4));
  });
});

it("leave out by their checks what a statement's text does not ask for", async () => {
  const months = recentMonths(monthAfter(made, 1));
  const scans = await scansOf(
    db(),
    prepared("one", sql`select from messages where id = ${idAt(made)}::uuid ${within(months, sql`id`)}`),
  );
  expect(scans).toHaveLength(1);
  const lines = await db().transaction((tx) =>
    tx.query<Record<string, string>>(sql`explain update messages m set status_code = 1
      from (select ${idAt(made)}::uuid as id offset 0) x where m.id = x.id ${within(months, sql`m.id`)}`),
  );
  const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
  expect(plan.match(/ Scan using /g)).toHaveLength(2);
});

describe("months whose messages are deleted", () => {
  it("are dropped once all before an instant are gone, and the first takes their place", async () => {
    const { accountId } = await testAccount();
    const id = await agedMessage(accountId, new Date(monthAfter(made, 1).getTime() + 1));
    const before = monthAfter(made, 2);
    expect(await dropEmptyMonths(db(), new Date(monthAfter(made, 1).getTime() - 1))).toBe(0);
    expect(await dropEmptyMonths(db(), before)).toBe(5);
    expect(await bounds()).toEqual(months(1, 3));
    await db().prisma.message.delete({ where: { id } });
    expect(await dropEmptyMonths(db(), before)).toBe(1);
    expect(await bounds()).toEqual(months(2, 3));
    expect(await dropEmptyMonths(db(), before)).toBe(0);
    // A clock that is set back still has a partition.
    expect(await agedMessage(accountId, new Date(made.getTime() - 1))).toBeTruthy();
  });

  it("are dropped by two servers at once, each month by one of them", async () => {
    const other = openDatabase(process.env.DATABASE_URL as string, 2);
    const before = monthAfter(made, 3);
    const counts = await Promise.all([dropEmptyMonths(db(), before), dropEmptyMonths(other, before)]);
    await other.close();
    await dropEmptyMonths(db(), before);
    expect(counts[0] + counts[1]).toBeGreaterThan(0);
    expect(await bounds()).toEqual(months(3, 3));
  });

  it("stay while the first has anything, and the last always", async () => {
    const { accountId } = await testAccount();
    const id = await agedMessage(accountId, new Date(made.getTime() - 1));
    expect(await dropEmptyMonths(db(), monthAfter(made, 3))).toBe(6);
    expect(await bounds()).toEqual(months(0, 3));
    await db().prisma.message.delete({ where: { id } });
    expect(await dropEmptyMonths(db(), monthAfter(made, 9))).toBe(3);
    expect(await bounds()).toEqual(months(3, 3));
  });
});

it("bounds ids in the database as the service makes them", async () => {
  const at = new Date("2027-03-31T12:34:56.789Z");
  const [row] = await db().query<{ id: string; at: Date }>(
    sql`select id_at(${at}::timestamptz) as id, time_of(${idMadeAt(at)}::uuid) as at`,
  );
  expect(row).toEqual({ id: idAt(at), at });
});

it("makes partitions anew that were looked at while they were empty, and no others", async () => {
  const { accountId } = await testAccount();
  const id = await agedMessage(accountId, new Date(made.getTime() + 1));
  await db().query(sql`vacuum analyze messages`);
  const seen = async () => (await partitions()).filter(({ wasSeenEmpty }) => wasSeenEmpty).length;
  expect(await seen()).toBe(4);
  expect(await makeMonthsAhead(db(), made)).toBe(0);
  // The partition before this month, which gets no further rows.
  expect(await seen()).toBe(1);
  expect(await bounds()).toEqual(months(0, 3));
  expect((await db().prisma.message.findUnique({ where: { id } }))?.id).toBe(id);
  await agedMessage(accountId, monthAfter(made, 2));
});

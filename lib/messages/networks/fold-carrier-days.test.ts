import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { addToCarrierDays } from "@/lib/messages/networks/carrier-days.sql";
import { foldCarrierDays } from "@/lib/messages/networks/fold-carrier-days";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase({ each: true });

// 22:00 on the 25th in New Zealand: the 24th was yesterday.
const NOW = new Date("2026-11-25T09:00:00Z");

/** Creates four rows for each of the given number of accounts at two networks, with different sums. */
const share = (day: string, accounts: number) =>
  db().query(sql`
    insert into carrier_days (day, carrier, account_id, shard, messages, net_micros, cost_micros)
    select ${day}::date, c, a, s, 1, a, 10 * a + s
    from unnest(array['north', 'south']) c, generate_series(1, ${accounts}::int) a, generate_series(0, 3) s`);

type Sum = { day: string; rows: number; messages: bigint; net: bigint; cost: bigint };

const sums = () =>
  db().query<Sum>(sql`
    select day::text, count(*)::int as rows, sum(messages)::bigint as messages, sum(net_micros)::bigint as net,
      sum(cost_micros)::bigint as cost
    from carrier_days group by day order by day`);

beforeEach(() => db().query(sql`delete from carrier_days`));

it("makes one row of a day's, once the day after it is over, and changes no sum", async () => {
  await share("2026-11-23", 3);
  await share("2026-11-24", 3);
  await share("2026-11-25", 3);
  const [first, ...rest] = await sums();
  await foldCarrierDays(db(), NOW);
  expect(await sums()).toEqual([{ ...first, rows: 6 }, ...rest]);
  await foldCarrierDays(db(), NOW);
  expect(await sums()).toEqual([{ ...first, rows: 6 }, ...rest]);
});

it("takes more rows than one statement does, by two servers at once", async () => {
  await share("2026-11-20", 700);
  const [before] = await sums();
  await Promise.all([foldCarrierDays(db(), NOW), foldCarrierDays(db(), NOW)]);
  await foldCarrierDays(db(), NOW);
  expect(await sums()).toEqual([{ ...before, rows: 1_400 }]);
});

it("loses nothing of what is added meanwhile, and has it folded the next time", async () => {
  await share("2026-11-20", 1);
  const late = sql`select ${new Date("2026-11-20T00:00:00Z")}::timestamptz as at, 1 as account_id, null::uuid as id,
    false as is_first, 7::bigint as cost_micros`;
  await db().transaction(async (tx) => {
    // The growing row is locked, and the others are merged.
    await tx.query(sql`
      update carrier_days set cost_micros = cost_micros + 7 where carrier = 'north' and shard = 2`);
    await foldCarrierDays(db(), NOW);
  });
  await db().query(addToCarrierDays("south", late));
  await foldCarrierDays(db(), NOW);
  expect(await sums()).toEqual([{ day: "2026-11-20", rows: 2, messages: 8n, net: 8n, cost: 92n + 14n }]);
});

import { percentilesOf } from "@/bench/lib/base/percentiles";
import { type Cell, tableOf } from "@/bench/lib/base/table";
import { makeAccounts, writeOldMessages } from "@/bench/lib/growth/old-messages";
import { openStage } from "@/bench/lib/stage/stage";
import { queryBilling } from "@/lib/billing/query-billing";
import { type BillingSummaryResponse, billingQueryRequest } from "@/lib/contracts/gateway/billing-query";
import { sql } from "@/lib/db/sql";

const RUNS = 5;
const DAY_MS = 86_400_000;
/** The least and the most that New Zealand's time is before UTC. */
const [WINTER_MS, SUMMER_MS] = [12 * 3_600_000, 13 * 3_600_000];

/**
 * Measures billing queries over a year of an account with half of the messages, and the same straight from
 * the ledger.
 */
export async function measureBilling(count: number, database: string): Promise<string[]> {
  const { db, url } = await openStage({ database });
  const accounts = await makeAccounts(db);
  const [large = 0] = accounts;
  await writeOldMessages(url, { accounts, count, large });
  const day = (daysAgo: number, zoneMs = WINTER_MS) =>
    new Date(Date.now() + zoneMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const year = { start_date: day(365), end_date: day(0, SUMMER_MS) };
  const ask = (parameters: object) =>
    queryBilling(db, large, billingQueryRequest.parse({ ...year, ...parameters }), new Date());
  const deductions = sql`from ledger_entries where account_id = ${large} and kind = 'deduction'`;
  const summed = () =>
    db.query<{ messages: number }>(sql`
      select rate_code, send_type, count(*)::int as messages, sum(segments), sum(net_micros), sum(gst_micros) ${deductions}
      group by 1, 2`);
  const { totals } = (await ask({})) as BillingSummaryResponse;
  const counted = (await summed()).reduce((sum, { messages }) => sum + messages, 0);
  const deep = Math.floor((counted * 0.97) / 500);
  const times = { start_date: `${day(364)} 10:15:00`, end_date: `${day(1)} 15:30:00` };
  const queries: Readonly<Record<string, () => Promise<unknown>>> = {
    "summary of a year": () => ask({}),
    "  the same straight from the ledger": summed,
    "summary of a year, one rate code": () => ask({ rateCode: "code-7" }),
    "summary of a year, untagged": () => ask({ rateCode: "untagged" }),
    "summary of a year, a part of its first and last day": () => ask(times),
    "summary of a month": () =>
      ask({ start_date: undefined, end_date: undefined, month: day(60).slice(0, 7) }),
    "detail of a year, page 1, 500 each": () => ask({ detail: 1, limit: 500 }),
    [`detail of a year, page ${deep}, 500 each`]: () => ask({ detail: 1, limit: 500, page: deep }),
    "  the same straight from the ledger, with a count": () =>
      db.query(sql`select id, count(*) over () as total ${deductions}
        order by created_at desc, id desc limit 500 offset ${(deep - 1) * 500}`),
    "detail of a year, a rare code, page 1": () => ask({ detail: 1, rateCode: "rare" }),
    "detail of a year, an unknown code": () => ask({ detail: 1, rateCode: "none" }),
  };
  const rows: Cell[][] = [];
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const startedAt = performance.now();
      await query();
      if (run > 0) times.push(performance.now() - startedAt);
    }
    const { p50, max } = percentilesOf(times);
    rows.push([name, p50, max]);
  }
  console.log(tableOf([`${counted.toLocaleString("en")} messages`, "median, ms", "slowest, ms"], rows));
  return counted === totals.messages ? [] : [`${counted} in the ledger, ${totals.messages} in the summary`];
}

import { type Sql, sql } from "@/lib/db/sql";

/** How many rows share the sums of a carrier's five minutes. */
const SHARDS = 16;

/**
 * Adds figures to a carrier's: `rows` has `at`, when messages were handed over, and how many were `submitted`, `accepted`
 * and `delivered`. A statement does so last, after all other locks: whoever has a row of these waits for nobody.
 */
export function addFigures(carrier: string, rows: Sql): Sql {
  return sql`
      insert into carrier_figures as f (at, carrier, shard, submitted, accepted, delivered)
      select date_bin('5 minutes', r.at, 'epoch'), ${carrier}, ${Math.floor(Math.random() * SHARDS)}::smallint,
        sum(r.submitted)::int, sum(r.accepted)::int, sum(r.delivered)::int
      from (${rows}) r group by 1 order by 1
      on conflict (at, carrier, shard) do update set submitted = f.submitted + excluded.submitted,
        accepted = f.accepted + excluded.accepted, delivered = f.delivered + excluded.delivered`;
}

/** A carrier's sums since two times. */
export type SumRow = { carrier: string } & Record<
  "submitted" | "accepted" | "delivered" | "submittedLate" | "acceptedLate" | "deliveredLate",
  number
>;

/** The sums of every carrier since `early` and since `late`: as many rows are read as there are slots, shards and carriers. */
export function sumFiguresStatement(early: Date, late: Date): Sql {
  return sql`
    select carrier, sum(submitted)::float8 as submitted, sum(accepted)::float8 as accepted,
      sum(delivered)::float8 as delivered,
      coalesce(sum(submitted) filter (where at >= ${late}::timestamptz), 0)::float8 as "submittedLate",
      coalesce(sum(accepted) filter (where at >= ${late}::timestamptz), 0)::float8 as "acceptedLate",
      coalesce(sum(delivered) filter (where at >= ${late}::timestamptz), 0)::float8 as "deliveredLate"
    from carrier_figures where at >= ${early}::timestamptz group by carrier`;
}

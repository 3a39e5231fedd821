import { literal, type Sql, sql } from "@/lib/db/sql";
import { ANSWER_BOUNDS_MS, type ClassBounds, REPORT_BOUNDS_MS } from "@/lib/messages/networks/latency";

/** How many rows share the sums of a carrier's five minutes, and those since ever. */
const SHARDS = 16;

/** What the times of a statement are: of answers, or of last reports. */
type Timed = { counts: Sql; ms: Sql; bounds: ClassBounds };

export const ANSWERS: Timed = { counts: sql`answer_counts`, ms: sql`answer_ms`, bounds: ANSWER_BOUNDS_MS };
export const REPORTS: Timed = { counts: sql`report_counts`, ms: sql`report_ms`, bounds: REPORT_BOUNDS_MS };

/**
 * Adds figures to a carrier's: `rows` has `at`, when messages were handed over, how many were `submitted`, `accepted`
 * and `delivered`, and `ms`, how long it took; null does not count. A statement does so last, after all other locks: whoever has
 * a row of these waits for nobody but `addLatencies`.
 */
export function addFigures(carrier: string, rows: Sql, { counts, bounds }: Timed): Sql {
  return sql`
      insert into carrier_figures as f (at, carrier, shard, submitted, accepted, delivered, ${counts})
      select date_bin('5 minutes', r.at, 'epoch'), ${carrier}, ${shard()}::smallint,
        sum(r.submitted)::int, sum(r.accepted)::int, sum(r.delivered)::int, ${classCounts(bounds)}::int[]
      from (${rows}) r group by 1 order by 1
      on conflict (at, carrier, shard) do update set submitted = f.submitted + excluded.submitted,
        accepted = f.accepted + excluded.accepted, delivered = f.delivered + excluded.delivered,
        ${counts} = ${added(counts)}
      returning 1`;
}

/** Adds the times of such rows to those since ever. A statement does so after `addFigures`. */
export function addLatencies(carrier: string, rows: Sql, { counts, ms, bounds }: Timed): Sql {
  return sql`
      insert into carrier_latencies as f (carrier, shard, ${counts}, ${ms})
      select ${carrier}, ${shard()}::smallint, ${classCounts(bounds)}::bigint[], sum(r.ms)
      from (${rows}) r where r.ms is not null having count(*) > 0
      on conflict (carrier, shard) do update set ${counts} = ${added(counts)}, ${ms} = f.${ms} + excluded.${ms}`;
}

function shard(): number {
  return Math.floor(Math.random() * SHARDS);
}

/** How many of `r.ms` are of each class. */
function classCounts(bounds: ClassBounds): Sql {
  const classes = [...bounds, null].map((bound, index): Sql => {
    const above = index === 0 ? sql`true` : sql`r.ms > ${literal(bounds[index - 1] ?? 0)}`;
    return bound === null ? above : sql`${above} and r.ms <= ${literal(bound)}`;
  });
  const [first = sql`null`, ...others] = classes.map(
    (each) => sql`count(*) filter (where r.ms is not null and ${each})`,
  );
  return sql`array[${others.reduce((list, each) => sql`${list}, ${each}`, first)}]`;
}

/** The counts of a row with those that are to be added, class by class. */
function added(counts: Sql): Sql {
  return sql`(select array_agg(coalesce(t.a, 0) + coalesce(t.b, 0) order by t.n)
          from unnest(f.${counts}, excluded.${counts}) with ordinality as t (a, b, n))`;
}

/** A carrier's sums since a time. */
export type SumRow = {
  carrier: string;
  submitted: number;
  accepted: number;
  delivered: number;
  answerCounts: number[];
  reportCounts: number[];
};

/** The sums of every carrier since a time: as many rows are read as there are slots, shards and carriers. */
export function sumFiguresStatement(since: Date): Sql {
  return sql`
    select carrier, sum(submitted)::float8 as submitted, sum(accepted)::float8 as accepted,
      sum(delivered)::float8 as delivered, ${summed(ANSWERS)} as "answerCounts", ${summed(REPORTS)} as "reportCounts"
    from carrier_figures where at >= ${since}::timestamptz group by carrier`;
}

/** A carrier's times since ever. */
export type LatencyRow = {
  carrier: string;
  answerCounts: number[];
  answerMs: number;
  reportCounts: number[];
  reportMs: number;
};

/** The times of every carrier since ever. */
export function sumLatenciesStatement(): Sql {
  return sql`
    select carrier, ${summed(ANSWERS)} as "answerCounts", sum(answer_ms)::float8 as "answerMs",
      ${summed(REPORTS)} as "reportCounts", sum(report_ms)::float8 as "reportMs"
    from carrier_latencies group by carrier order by carrier`;
}

/** The sums of counts, class by class. */
function summed({ counts, bounds }: Timed): Sql {
  const sums = [...bounds, null].map((_, index) => sql`coalesce(sum(${counts}[${literal(index + 1)}]), 0)`);
  const [first = sql`0`, ...others] = sums;
  return sql`array[${others.reduce((list, each) => sql`${list}, ${each}`, first)}]::float8[]`;
}

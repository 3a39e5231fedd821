import { literal, prepared, type Sql, sql } from "@/lib/db/sql";
import { ANSWER_BOUNDS_MS, type ClassBounds, REPORT_BOUNDS_MS } from "@/lib/messages/networks/latency";

/**
 * The numbers of messages that a carrier was handed, accepted and delivered in five minutes from `at`, and the
 * durations by class.
 */
export type FigureSums = {
  carrier: string;
  at: Date;
  submitted: number;
  accepted: number;
  delivered: number;
  answers: number[];
  reports: number[];
};

/** A carrier's durations by class, and their sums in milliseconds. */
export type LatencySums = {
  carrier: string;
  answers: number[];
  answerMs: number;
  reports: number[];
  reportMs: number;
};

/** Adds to the figures of carriers, in the rows of one shard. */
export function addFiguresStatement(sums: readonly FigureSums[], shard: number): Sql {
  const each = <Value>(of: (sum: FigureSums) => Value) => sums.map(of);
  return prepared(
    "carrier-figures-add",
    sql`
    insert into carrier_figures as f (at, carrier, shard, submitted, accepted, delivered, answer_counts, report_counts)
    select g.at, g.carrier, ${shard}::smallint, g.submitted, g.accepted, g.delivered, g.answers::int[], g.reports::int[]
    from unnest(
      ${each(({ at }) => at)}::timestamptz[], ${each(({ carrier }) => carrier)}::text[],
      ${each(({ submitted }) => submitted)}::int[], ${each(({ accepted }) => accepted)}::int[],
      ${each(({ delivered }) => delivered)}::int[], ${each(({ answers }) => listed(answers))}::text[],
      ${each(({ reports }) => listed(reports))}::text[]
    ) as g (at, carrier, submitted, accepted, delivered, answers, reports)
    order by g.at, g.carrier
    on conflict (at, carrier, shard) do update set submitted = f.submitted + excluded.submitted,
      accepted = f.accepted + excluded.accepted, delivered = f.delivered + excluded.delivered,
      answer_counts = ${added(sql`answer_counts`)}, report_counts = ${added(sql`report_counts`)}`,
  );
}

/** Adds to the durations of carriers since the beginning, in the rows of one shard. */
export function addLatenciesStatement(sums: readonly LatencySums[], shard: number): Sql {
  const each = <Value>(of: (sum: LatencySums) => Value) => sums.map(of);
  return prepared(
    "carrier-latencies-add",
    sql`
    insert into carrier_latencies as f (carrier, shard, answer_counts, answer_ms, report_counts, report_ms)
    select g.carrier, ${shard}::smallint, g.answers::bigint[], g.answer_ms, g.reports::bigint[], g.report_ms
    from unnest(
      ${each(({ carrier }) => carrier)}::text[], ${each(({ answers }) => listed(answers))}::text[],
      ${each(({ answerMs }) => Math.round(answerMs))}::bigint[], ${each(({ reports }) => listed(reports))}::text[],
      ${each(({ reportMs }) => Math.round(reportMs))}::bigint[]
    ) as g (carrier, answers, answer_ms, reports, report_ms)
    order by g.carrier
    on conflict (carrier, shard) do update set answer_counts = ${added(sql`answer_counts`)},
      answer_ms = f.answer_ms + excluded.answer_ms, report_counts = ${added(sql`report_counts`)},
      report_ms = f.report_ms + excluded.report_ms`,
  );
}

/** Returns numbers as the text of a PostgreSQL array. */
const listed = (counts: readonly number[]): string => `{${counts.join(",")}}`;

/** Returns the counts of a row plus the new counts, class by class. */
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

/** Reads the sums of every carrier since a time. It reads one row for each slot, shard and carrier. */
export function sumFiguresStatement(since: Date): Sql {
  return sql`
    select carrier, sum(submitted)::float8 as submitted, sum(accepted)::float8 as accepted,
      sum(delivered)::float8 as delivered, ${summed(sql`answer_counts`, ANSWER_BOUNDS_MS)} as "answerCounts", ${summed(sql`report_counts`, REPORT_BOUNDS_MS)} as "reportCounts"
    from carrier_figures where at >= ${since}::timestamptz group by carrier`;
}

/** A carrier's durations since the beginning. */
export type LatencyRow = {
  carrier: string;
  answerCounts: number[];
  answerMs: number;
  reportCounts: number[];
  reportMs: number;
};

/** Reads the durations of every carrier since the beginning. */
export function sumLatenciesStatement(): Sql {
  return sql`
    select carrier, ${summed(sql`answer_counts`, ANSWER_BOUNDS_MS)} as "answerCounts", sum(answer_ms)::float8 as "answerMs",
      ${summed(sql`report_counts`, REPORT_BOUNDS_MS)} as "reportCounts", sum(report_ms)::float8 as "reportMs"
    from carrier_latencies group by carrier order by carrier`;
}

/** Returns the sums of counts, class by class. */
function summed(counts: Sql, bounds: ClassBounds): Sql {
  const sums = [...bounds, null].map((_, index) => sql`coalesce(sum(${counts}[${literal(index + 1)}]), 0)`);
  const [first = sql`0`, ...others] = sums;
  return sql`array[${others.reduce((list, each) => sql`${list}, ${each}`, first)}]::float8[]`;
}

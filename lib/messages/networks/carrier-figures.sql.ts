import { prepared, type Sql, sql } from "@/lib/db/sql";

/**
 * Counts deliveries for a carrier: `slots` has the beginning of a slot for each. Slots are locked in order, so that two
 * statements at once never dead-lock.
 */
export function addDeliveredStatement(carrier: string, slots: readonly Date[]): Sql {
  return prepared(
    "carrier-delivered",
    sql`
    insert into carrier_figures as f (at, carrier, submitted, accepted, delivered)
    select g.at, ${carrier}, 0, 0, count(*)::int from unnest(${[...slots]}::timestamptz[]) as g (at)
    group by g.at order by g.at
    on conflict (at, carrier) do update set delivered = f.delivered + excluded.delivered`,
  );
}

/** A carrier's sums since two times. */
export type SumRow = { carrier: string } & Record<
  "submitted" | "accepted" | "delivered" | "submittedLate" | "acceptedLate" | "deliveredLate",
  number
>;

/** The sums of every carrier since `early` and since `late`: as many rows are read as there are slots and carriers. */
export function sumFiguresStatement(early: Date, late: Date): Sql {
  return sql`
    select carrier, sum(submitted)::float8 as submitted, sum(accepted)::float8 as accepted,
      sum(delivered)::float8 as delivered,
      coalesce(sum(submitted) filter (where at >= ${late}::timestamptz), 0)::float8 as "submittedLate",
      coalesce(sum(accepted) filter (where at >= ${late}::timestamptz), 0)::float8 as "acceptedLate",
      coalesce(sum(delivered) filter (where at >= ${late}::timestamptz), 0)::float8 as "deliveredLate"
    from carrier_figures where at >= ${early}::timestamptz group by carrier`;
}

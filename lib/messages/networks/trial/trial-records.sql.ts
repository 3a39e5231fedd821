import { prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";

/** A report of a trial's message, which belongs to no account: it is parked. */
export type TrialReportRow = { reference: string; code: number; errorCode: string | null; reportedAt: Date };

/** Reads the last parked report under one of these references since a time. */
export function trialReportStatement(carrier: string, references: readonly string[], since: Date): Sql {
  return prepared(
    "trial-report",
    sql`
    select p.reference, p.code, p.error_code as "errorCode", p.reported_at as "reportedAt"
    from unnest(${references.map(storable)}::text[]) as g (reference)
    cross join lateral (
      select * from parked_reports
      where carrier = ${carrier} and reference = g.reference and parked_at >= ${since}::timestamptz) p
    order by p.parked_at desc, p.code in (1, 2, 16) desc limit 1`,
  );
}

/** Returns a row if a server holds a link of the carrier. */
export function heldLinkStatement(carrier: string, now: Date): Sql {
  return prepared(
    "held-link",
    sql`
    select 1 as held from carriers c join carrier_links l on l.carrier_id = c.id
    where c.name = ${carrier} and l.lease > ${now}::timestamptz limit 1`,
  );
}

import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { FINAL_STATUSES, reportedStatus } from "@/lib/sms/status";

/** Which reports were taken care of (recorded now or before), and which belong to no message known so far. */
export type Reported = { known: ReadonlySet<string>; unmatched: number };

/**
 * Records delivery reports and moves messages to what they say (spec 6, decisions "Sending": DLR precedence). A
 * report delivered twice is recorded once; a final status is never replaced; a late report is recorded all the same.
 * Reports that match no message may be early: the carrier's answer to the submission is not written yet.
 */
export async function report(
  db: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<Reported> {
  if (reports.length === 0) return { known: new Set(), unmatched: 0 };
  const rows = reports.map((given) => ({
    ...given,
    id: newId(),
    status: reportedStatus(given.code) ?? "UNKNOWN",
  }));
  const known = await db.query<{ key: string }>(
    prepared(
      "report",
      sql`
      with given as (
        select * from unnest(
          ${rows.map(({ id }) => id)}::uuid[],
          ${rows.map(({ reference }) => reference)}::text[],
          ${rows.map(({ key }) => key)}::text[],
          ${rows.map(({ status }) => status)}::delivery_status[],
          ${rows.map(({ code }) => code)}::int[],
          ${rows.map(({ reportedAt }) => reportedAt)}::timestamptz[]
        ) with ordinality as g (id, reference, key, status, code, reported_at, place)
      ), message as materialized (
        select m.id, m.carrier_reference from messages m
        where m.carrier = ${carrier} and m.carrier_reference = any(${rows.map(({ reference }) => reference)}::text[])
        order by m.id for no key update
      ), matched as (
        select g.*, m.id as message_id, g.status = any(${[...FINAL_STATUSES]}::delivery_status[]) as final
        from given g join message m on m.carrier_reference = g.reference
      ), recorded as (
        insert into delivery_reports (id, message_id, report_key, status, status_code, reported_at, received_at)
        select id, message_id, key, status, code, reported_at, ${now}::timestamptz from matched
        on conflict (message_id, report_key) do nothing
        returning id
      ), newest as (
        select distinct on (message_id) * from matched
        where id in (select id from recorded)
        order by message_id, final desc, case when final then place end, place desc
      ), moved as (
        update messages m set status = n.status, status_code = n.code, status_at = n.reported_at
        from newest n
        where m.id = n.message_id and m.status <> all(${[...FINAL_STATUSES]}::delivery_status[])
      )
      select key from matched`,
    ),
  );
  return { known: new Set(known.map(({ key }) => key)), unmatched: reports.length - known.length };
}

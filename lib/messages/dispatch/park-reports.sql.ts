import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import type { NumberedReport } from "@/lib/messages/dispatch/report.sql";
import { joinMessage } from "@/lib/queue/message-queue.sql";

/** Parks reports. A report that is already parked is unchanged. */
export function parkStatement(reports: readonly NumberedReport[], carrier: string, now: Date): Sql {
  const each = <Value>(of: (report: NumberedReport) => Value) => reports.map(of);
  return prepared(
    "park-reports",
    sql`
    insert into parked_reports (carrier, reference, report_key, msisdn, code, error_code, reported_at, user_reference,
      parked_at)
    select ${carrier}, g.*, ${now}::timestamptz from unnest(
      ${each(({ reference }) => storable(reference))}::text[],
      ${each(({ key }) => storable(key))}::text[],
      ${each(({ msisdn }) => (msisdn ? storable(msisdn) : null))}::text[],
      ${each(({ code }) => code)}::int[],
      ${each(({ errorCode }) => (errorCode ? storable(errorCode) : null))}::text[],
      ${each(({ reportedAt }) => reportedAt)}::timestamptz[],
      ${each(({ userReference }) => userReference ?? null)}::int[]
    ) as g order by 1, 2, 3
    on conflict do nothing`,
  );
}

/** A parked report's position in the order of parking. */
export type ParkedPlace = { parkedAt: Date; carrier: string; reference: string; key: string };

/** A parked report that may have been left. */
export type LeftParkedRow = ParkedPlace & { isRecorded: boolean };

/** Reads parked reports after a position, at most `limit`, each with whether its reference is recorded now. */
export function leftParkedStatement({ parkedAt, carrier, reference, key }: ParkedPlace, limit: number): Sql {
  return prepared(
    "left-parked",
    sql`
    select p.carrier, p.reference, p.report_key as key, p.parked_at as "parkedAt", (
      select true from carrier_submissions s
      where s.reference = p.reference and s.carrier = p.carrier limit 1) is not null as "isRecorded"
    from (
      select carrier, reference, report_key, parked_at from parked_reports
      where (parked_at, carrier, reference, report_key) > (${parkedAt}::timestamptz, ${carrier}, ${reference}, ${key})
      order by parked_at, carrier, reference, report_key limit ${limit}) p
    order by p.parked_at, p.carrier, p.reference, p.report_key`,
  );
}

/** Reads the references among the given ones that have a parked report. It locks nothing. */
export function parkedReferencesStatement(carrier: string, references: readonly string[]): Sql {
  return prepared(
    "parked-references",
    sql`
    select g.reference from unnest(${references.map(storable)}::text[]) as g (reference)
    where exists (select 1 from parked_reports p where p.carrier = ${carrier} and p.reference = g.reference)`,
  );
}

/** Reads the references among the given ones that are recorded. */
export function recordedReferencesStatement(carrier: string, references: readonly string[]): Sql {
  return prepared(
    "recorded-references",
    sql`
    select g.reference from unnest(${references.map(storable)}::text[]) as g (reference)
    where exists (select 1 from carrier_submissions s where s.reference = g.reference and s.carrier = ${carrier})`,
  );
}

/**
 * Reads the accounts of the newest messages that are recorded with the given references: `reference` and `accountId`.
 */
export function recordedOwnersStatement(carrier: string, references: readonly string[]): Sql {
  return prepared(
    "recorded-owners",
    sql`
    select g.reference, m.account_id as "accountId" from unnest(${references.map(storable)}::text[]) as g (reference)
    cross join lateral (
      select s.message_id from carrier_submissions s where s.reference = g.reference and s.carrier = ${carrier}
      order by s.message_id desc limit 1) s
    ${joinMessage(sql`s.message_id`)}`,
  );
}

/** A parked report. */
export type ParkedRow = {
  reference: string;
  key: string;
  msisdn: string | null;
  code: number;
  errorCode: string | null;
  reportedAt: Date;
  /** The time of arrival, at which it was parked. */
  receivedAt: Date;
};

/**
 * Locks the parked reports with one of these references, at most `limit` of each, in the order of their keys. It
 * waits for other locks: a transaction that has them may have looked up the messages a moment too early, and leaves
 * the reports parked.
 */
export function findParkedStatement(carrier: string, references: readonly string[], limit: number): Sql {
  return prepared(
    "find-parked",
    sql`
    select p.reference, p.report_key as key, p.msisdn, p.code, p.error_code as "errorCode", p.reported_at as "reportedAt",
      p.parked_at as "receivedAt"
    from (
      select distinct reference from unnest(${references.map(storable)}::text[]) as u (reference) order by reference) g
    cross join lateral (
      select * from parked_reports where carrier = ${carrier} and reference = g.reference
      order by report_key limit ${limit} for update) p`,
  );
}

/** Deletes parked reports by their references and keys. */
export function unparkStatement(
  reports: readonly Pick<ParkedRow, "reference" | "key">[],
  carrier: string,
): Sql {
  return prepared(
    "unpark-reports",
    sql`
    delete from parked_reports p
    using unnest(${reports.map(({ reference }) => reference)}::text[], ${reports.map(({ key }) => key)}::text[])
      as g (reference, key)
    where ${hasKey(sql`p.carrier, p.reference, p.report_key`, sql`${carrier}, g.reference, g.key`)}`,
  );
}

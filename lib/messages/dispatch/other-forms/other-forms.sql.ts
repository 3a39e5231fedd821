import { prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";

/**
 * Returns the condition that `digits` without leading zeros are `msisdn`, or its end after a country code
 * (rules: delivery reports).
 */
export const isWrittenFormOf = (digits: Sql, msisdn: Sql) =>
  sql`right(${msisdn}, length(${digits})) = ${digits} and length(${msisdn}) - length(${digits}) <= 3`;

/** A possible reference of a report. `index` is the report's, and `place` the order in which its references count. */
export type FormRow = { index: number; place: number; reference: string; msisdn: string };

/** The first of a report's references that is recorded for a message to its handset. */
export type FormFound = { index: number; reference: string };

/** Finds for each report the first of its references that is recorded for a message to its handset. */
export function otherFormsStatement(carrier: string, forms: readonly FormRow[]): Sql {
  return prepared(
    "other-forms",
    sql`
    select distinct on (g.index) g.index, g.reference
    from unnest(
      ${forms.map(({ index }) => index)}::int[],
      ${forms.map(({ place }) => place)}::int[],
      ${forms.map(({ reference }) => storable(reference))}::text[],
      ${forms.map(({ msisdn }) => storable(msisdn))}::text[]
    ) as g (index, place, reference, msisdn)
    cross join lateral (
      select 1 from carrier_submissions c
      where c.reference = g.reference and c.carrier = ${carrier} and exists (
        select from messages m
        where m.id = c.message_id and ${isWrittenFormOf(sql`g.msisdn`, sql`m.msisdn`)} offset 0)
      limit 1) n
    order by g.index, g.place`,
  );
}

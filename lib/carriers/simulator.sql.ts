import type { Outgoing } from "@/lib/carriers/carrier";
import { encrypt } from "@/lib/crypto/encryption";
import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

/** The report codes of messages, in order. Numbers with special endings get other codes. */
const CODES = JSON.stringify([8, 1]);
const CODES_BY_ENDING: Readonly<Record<string, number[]>> = {
  "9902": [8, 2],
  "9904": [4, 1],
  "9908": [8],
  "9916": [8, 16],
};

/** A message that the network accepted: the gateway's id, and the network's reference. */
export type TakenRow = { id: string; reference: string };

/**
 * Stores messages that the network accepts, with their first reports. A message that is submitted again, with
 * the same client reference, gets its first reference and no further reports.
 * @param firstAt the time at which the first reports are due.
 * @param authSecret the secret that encrypts texts with one-time codes.
 */
export function submitStatement(
  messages: readonly Outgoing[],
  now: Date,
  firstAt: Date,
  authSecret: string,
): Sql {
  const each = <Value>(of: (message: Outgoing) => Value) => messages.map(of);
  return prepared(
    "simulator-submit",
    sql`
    with given as (
      select * from unnest(
        ${each(() => newId())}::uuid[], ${each(({ id }) => id)}::text[], ${each(({ sender }) => sender)}::text[],
        ${each(({ msisdn }) => msisdn)}::text[], ${each(({ body, maskedBody }) => maskedBody ?? body)}::text[],
        ${each(({ body, maskedBody }) => (maskedBody === null ? null : encrypt(body, authSecret)))}::bytea[]
      ) as g (reference, client_reference, sender, msisdn, body, encrypted_body)
    ), taken as (
      insert into simulated_messages as m (reference, client_reference, sender, msisdn, body, encrypted_body, received_at)
      select reference, client_reference, sender, msisdn, body, encrypted_body, ${now}::timestamptz from given
      on conflict (client_reference) do update set received_at = m.received_at
      returning client_reference, reference, msisdn
    ), owed as (
      insert into simulated_reports (id, "references", codes, happens_at, due_at)
      select gen_random_uuid(), array_agg(t.reference),
        array(select jsonb_array_elements_text(coalesce(${CODES_BY_ENDING}::jsonb -> right(t.msisdn, 4), ${CODES}::jsonb)))::smallint[] as codes,
        ${firstAt}::timestamptz, ${firstAt}::timestamptz
      from taken t join given g on g.client_reference = t.client_reference
      -- A message that was accepted before keeps its first reference.
      where t.reference = g.reference group by codes
    )
    select client_reference as id, reference from taken`,
  );
}

/**
 * A row of `simulated_reports`: messages whose next reports have the same code, `codes[given]`, and are due
 * together.
 */
export type BundleRow = { id: string; references: string[]; codes: number[]; given: number; happensAt: Date };

/** The time at which the next bundle is due that is not due yet; null if there is none. */
export type NextRow = { id: null; nextAt: Date | null };

/** The most bundles that are read at once, and the most reports. At least one bundle is claimed. */
export type TakeLimits = { bundles: number; reports: number };

/** Claims due bundles until `lease`, those due longest first: a `BundleRow` for each, and a `NextRow`. */
export function takeReportsStatement(now: Date, lease: Date, limits: TakeLimits): Sql {
  return prepared(
    "simulator-take",
    sql`
    with free as (
      select id, due_at, cardinality("references") as size from simulated_reports
      where due_at <= ${now}::timestamptz order by due_at, id limit ${limits.bundles} for update skip locked
    ), counted as (
      select id, sum(size) over (order by due_at, id) - size as before from free
    ), taken as (
      update simulated_reports r set due_at = ${lease}::timestamptz from counted c
      where ${hasKey(sql`r.id`, sql`c.id`)} and c.before < ${limits.reports}
      returning r.id, r."references", r.codes, r.given, r.happens_at
    )
    select id, "references", codes, given, happens_at as "happensAt", null::timestamptz as "nextAt" from taken
    union all
    select null, null, null, null, null, (select min(due_at) from simulated_reports where due_at > ${now}::timestamptz)`,
  );
}

/** A bundle that replaces another, or part of it. `of` is the other one's id. */
export type OwedBundle = BundleRow & { dueAt: Date; of: string };

/** Deletes bundles that are still under `lease`, and returns the `id` of each. */
export function dropToldStatement(ids: readonly string[], lease: Date): Sql {
  return prepared(
    "simulator-drop-told",
    sql`
    delete from simulated_reports where id = any(${[...ids]}::uuid[]) and due_at = ${lease}::timestamptz
    returning id`,
  );
}

/** Inserts the bundles that replace others. */
export function oweStatement(owed: readonly OwedBundle[]): Sql {
  return prepared(
    "simulator-owe",
    sql`
    insert into simulated_reports (id, "references", codes, given, happens_at, due_at)
    select o.id, o."references", o.codes, o.given, o."happensAt", o."dueAt"
    from jsonb_to_recordset(${JSON.stringify(owed)}::jsonb) as o (id uuid, "references" uuid[],
      codes smallint[], given smallint, "happensAt" timestamptz, "dueAt" timestamptz)`,
  );
}

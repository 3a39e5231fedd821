import type { Carrier, CarrierReport, Outgoing, ReportBatch, Submitted } from "@/lib/carriers/carrier";
import { encrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { hasKey, prepared, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

/** Messages that are taken at once, and reports that are told at once. */
const BATCH = 1_000;

/** Bundles of reports that are looked at for a batch: quiet times leave many small ones. */
const BUNDLES = 200;

/** While its reports are being handed over, a message is not handed over a second time. */
const LEASE_MS = 30_000;

/** A report that could not be matched to a message is told again this much later, and so long at most. */
const RETRY_MS = 1_000;
const GIVE_UP_MS = 86_400_000;

/**
 * A network with handsets that exists in the database only (rules: simulator): it reports 8, then 1, each `delayMs`
 * after the step before. The last digits of a number choose another fate. Its state is in its own table, so that a
 * stopped server finds it as a real network would have gone on; a text with a one-time code is there encrypted under
 * `authSecret`.
 */
export function simulator(db: Database, delayMs: number, authSecret: string): Carrier {
  return {
    name: "simulator",
    batchSize: BATCH,
    submit: (batch, now) => submit(db, batch, now, delayMs, authSecret),
    takeReports: (now) => takeReports(db, now, delayMs),
  };
}

/** Numbers that the network does not take at all. */
const REFUSED = "9917";

/** The report codes that messages get, in order; numbers with other endings get others. */
const CODES = [8, 1];
const CODES_BY_ENDING: Readonly<Record<string, number[]>> = {
  "9902": [8, 2],
  "9904": [4, 1],
  "9908": [8],
  "9916": [8, 16],
};

async function submit(
  db: Database,
  batch: readonly Outgoing[],
  now: Date,
  delayMs: number,
  authSecret: string,
): Promise<Submitted[]> {
  const taken = batch.filter(({ msisdn }) => !msisdn.endsWith(REFUSED));
  if (taken.length === 0) return batch.map(({ id }) => ({ id, outcome: "refused" }));
  const each = <Value>(of: (message: Outgoing) => Value) => taken.map(of);
  const firstAt = after(now, delayMs);
  // The same client reference again is the same message: its first reference is answered, and its reports are owed once.
  const rows = await db.query<{ id: string; reference: string }>(
    prepared(
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
      returning client_reference, reference, msisdn, xmax = 0 as is_new
    ), owed as (
      insert into simulated_reports (id, "references", codes, happens_at, due_at)
      select gen_random_uuid(), array_agg(t.reference),
        array(select jsonb_array_elements_text(coalesce(${CODES_BY_ENDING}::jsonb -> right(t.msisdn, 4), ${JSON.stringify(CODES)}::jsonb)))::smallint[] as codes,
        ${firstAt}::timestamptz, ${firstAt}::timestamptz
      from taken t where t.is_new group by codes
    )
    select client_reference as id, reference from taken`,
    ),
  );
  const references = new Map(rows.map(({ id, reference }) => [id, reference]));
  return batch.map(({ id }) => {
    const reference = references.get(id);
    return reference === undefined ? { id, outcome: "refused" } : { id, outcome: "accepted", reference };
  });
}

/** Messages that share their fate, of which the next report is due. */
type Bundle = { id: string; references: string[]; codes: number[]; given: number; happensAt: Date };

async function takeReports(db: Database, now: Date, delayMs: number): Promise<ReportBatch> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const bundles = await db.query<Bundle>(
    prepared(
      "simulator-take",
      sql`
    with free as (
      select id, due_at, cardinality("references") as size from simulated_reports
      where due_at <= ${now}::timestamptz order by due_at, id limit ${BUNDLES} for update skip locked
    ), counted as (
      select id, sum(size) over (order by due_at, id) - size as before from free
    )
    update simulated_reports r set due_at = ${lease}::timestamptz from counted c
    where ${hasKey(sql`r.id`, sql`c.id`)} and c.before < ${BATCH}
    returning r.id, r."references", r.codes, r.given, r.happens_at as "happensAt"`,
    ),
  );
  const [next] = await db.query<{ at: Date | null }>(
    prepared("simulator-next", sql`select min(due_at) as at from simulated_reports`),
  );
  return {
    reports: bundles.flatMap(reportsOf),
    nextAt: next?.at ?? null,
    acknowledge: (keys) => advance(db, bundles, keys, lease, now, delayMs),
  };
}

function reportsOf({ references, codes, given, happensAt }: Bundle): CarrierReport[] {
  const code = codes[given] as number;
  return references.map((reference) => ({
    reference,
    key: keyOf(reference, given),
    code,
    reportedAt: happensAt,
  }));
}

function keyOf(reference: string, given: number): string {
  return `${reference}/${given}`;
}

/** Moves bundles on to their next report, or to none after the last; who was not known yet is told of again. */
async function advance(
  db: Database,
  bundles: readonly Bundle[],
  keys: ReadonlySet<string>,
  lease: Date,
  now: Date,
  delayMs: number,
): Promise<void> {
  const owed = bundles.flatMap((bundle) => {
    const { references, codes, given, happensAt } = bundle;
    const told = references.filter((reference) => keys.has(keyOf(reference, given)));
    const untold = references.filter((reference) => !keys.has(keyOf(reference, given)));
    const isTired = now.getTime() - happensAt.getTime() > GIVE_UP_MS;
    const next = after(happensAt, delayMs);
    const parts = [
      { references: told, given: given + 1, happensAt: next, dueAt: next },
      { references: isTired ? [] : untold, given, happensAt, dueAt: after(now, RETRY_MS) },
    ];
    return parts
      .filter((part) => part.references.length > 0 && part.given < codes.length)
      .map((part) => ({ ...part, codes, id: newId(), of: bundle.id }));
  });
  await db.query(
    prepared(
      "simulator-advance",
      sql`
    with told as (
      delete from simulated_reports where id = any(${bundles.map(({ id }) => id)}::uuid[]) and due_at = ${lease}::timestamptz
      returning id
    )
    insert into simulated_reports (id, "references", codes, given, happens_at, due_at)
    select o.id, o."references", o.codes, o.given, o."happensAt", o."dueAt"
    from told join jsonb_to_recordset(${JSON.stringify(owed)}::jsonb) as o (id uuid, of uuid, "references" uuid[],
      codes smallint[], given smallint, "happensAt" timestamptz, "dueAt" timestamptz) on o.of = told.id`,
    ),
  );
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

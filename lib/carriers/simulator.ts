import { seal } from "@/lib/accounts/sealed";
import type { Carrier, CarrierReport, Outgoing, ReportBatch, Submitted } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

const BATCH = 1_000;

/** While its reports are being handed over, a message is not handed over a second time. */
const LEASE_MS = 30_000;

/** A handset that a report could not be matched to is tried again this much later, and so long at most. */
const RETRY_MS = 1_000;
const GIVE_UP_MS = 86_400_000;

/**
 * A network with handsets that exists in the database only: it reports 8, then 1, each `delayMs` after the step
 * before. The last digits of a number choose another fate. Its state is in its own table, so that a stopped server
 * finds it as a real network would have gone on; a text with a one-time code is there sealed under `authSecret`.
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

/** The report codes that a number's messages get, in order. */
export function reportsFor(msisdn: string): readonly number[] {
  switch (msisdn.slice(-4)) {
    case "9902":
      return [8, 2];
    case "9904":
      return [4, 1];
    case "9908":
      return [8];
    case "9916":
      return [8, 16];
    default:
      return [8, 1];
  }
}

async function submit(
  db: Database,
  batch: readonly Outgoing[],
  now: Date,
  delayMs: number,
  authSecret: string,
): Promise<Submitted[]> {
  const taken = batch.filter(({ msisdn }) => !msisdn.endsWith(REFUSED));
  // The same client reference again is the same message: its first reference is answered.
  const rows = await db.query<{ id: string; reference: string }>(sql`
    insert into simulated_messages as m
      (reference, client_reference, sender, msisdn, body, sealed_body, received_at, next_report_at)
    select *, ${now}::timestamptz, ${new Date(now.getTime() + delayMs)}::timestamptz from unnest(
      ${taken.map(() => newId())}::uuid[], ${taken.map(({ id }) => id)}::text[],
      ${taken.map(({ sender }) => sender)}::text[], ${taken.map(({ msisdn }) => msisdn)}::text[],
      ${taken.map(({ body, maskedBody }) => maskedBody ?? body)}::text[],
      ${taken.map(({ body, maskedBody }) => (maskedBody === null ? null : seal(body, authSecret)))}::bytea[])
    on conflict (client_reference) do update set received_at = m.received_at
    returning client_reference as id, reference`);
  const references = new Map(rows.map(({ id, reference }) => [id, reference]));
  return batch.map(({ id }) => {
    const reference = references.get(id);
    return reference === undefined ? { id, outcome: "refused" } : { id, outcome: "accepted", reference };
  });
}

type Due = { reference: string; msisdn: string; reportsSent: number; receivedAt: Date; dueAt: Date };

async function takeReports(db: Database, now: Date, delayMs: number): Promise<ReportBatch> {
  const due = await db.query<Due>(sql`
    with due as (
      select reference, next_report_at from simulated_messages
      where next_report_at <= ${now} order by next_report_at limit ${BATCH} for update skip locked
    )
    update simulated_messages m set next_report_at = ${new Date(now.getTime() + LEASE_MS)}
    from due where m.reference = due.reference
    returning m.reference, m.msisdn, m.reports_sent as "reportsSent", m.received_at as "receivedAt",
      due.next_report_at as "dueAt"`);
  const reports = due.map(
    ({ reference, msisdn, reportsSent, dueAt }): CarrierReport => ({
      reference,
      key: `${reference}/${reportsSent}`,
      code: reportsFor(msisdn)[reportsSent] as number,
      reportedAt: dueAt,
    }),
  );
  const [next] = await db.query<{ at: Date | null }>(
    sql`select min(next_report_at) as at from simulated_messages where next_report_at is not null`,
  );
  return {
    reports,
    nextAt: next?.at ?? null,
    acknowledge: (keys) => advance(db, due, keys, now, delayMs),
  };
}

/** Moves handsets on to their next report, or to none after the last. */
async function advance(
  db: Database,
  due: readonly Due[],
  keys: ReadonlySet<string>,
  now: Date,
  delayMs: number,
): Promise<void> {
  const steps = due.map((handset) => {
    const { reference, msisdn, reportsSent, receivedAt, dueAt } = handset;
    if (!keys.has(`${reference}/${reportsSent}`)) {
      const tired = now.getTime() - receivedAt.getTime() > GIVE_UP_MS;
      return { reference, sent: reportsSent, at: tired ? null : new Date(now.getTime() + RETRY_MS) };
    }
    const sent = reportsSent + 1;
    const done = sent >= reportsFor(msisdn).length;
    return { reference, sent, at: done ? null : new Date(dueAt.getTime() + delayMs) };
  });
  await db.query(sql`
    update simulated_messages m set reports_sent = s.sent, next_report_at = s.at
    from unnest(${steps.map((s) => s.reference)}::uuid[], ${steps.map((s) => s.sent)}::int[],
      ${steps.map((s) => s.at)}::timestamptz[]) as s (reference, sent, at)
    where m.reference = s.reference and m.reports_sent <= s.sent`);
}

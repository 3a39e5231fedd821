import {
  type Carrier,
  type CarrierReport,
  type Outgoing,
  type ReportBatch,
  type Settled,
  SIMULATOR_ID,
} from "@/lib/carriers/carrier";
import {
  type BundleRow,
  dropToldStatement,
  type NextRow,
  oweStatement,
  submitStatement,
  type TakenRow,
  takeReportsStatement,
} from "@/lib/carriers/simulator.sql";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { newId } from "@/lib/ids";

/**
 * The most messages in one submission, and reports in one statement: few enough that writing their parameters holds the
 * event loop for four milliseconds of processor time. With a thousand it was fifteen, three times for each batch.
 */
const BATCH_SIZE = 250;

/**
 * How many reports are given at once. Quiet times leave many small bundles, so there is a limit on these too.
 */
const TAKE_LIMITS = { bundles: 200, reports: BATCH_SIZE };

/** How long reports that were given are not given again. */
const LEASE_MS = 30_000;

/** A report that matched no message is given again after this time, and no more after a day. */
const RETRY_MS = 1_000;
const GIVE_UP_MS = 86_400_000;

/** Numbers with this ending are refused. */
const REFUSED_ENDING = "9917";

/**
 * A network with handsets that exists in the database only (rules: simulator). It reports 8, then 1, each
 * `delayMs` after the step before; the last digits of a number choose another fate. Its state is in tables of
 * its own, and survives a restart of the server.
 * @param authSecret what texts with one-time codes are encrypted under in its tables.
 */
export function simulator(db: Database, delayMs: number, authSecret: string): Carrier {
  return {
    id: SIMULATOR_ID,
    name: "simulator",
    isIdempotent: true,
    room: () => BATCH_SIZE,
    health: () => ({ isUp: true, reason: null }),
    submit: (batch, settle, now) => {
      const taken = batch.filter(({ msisdn }) => !msisdn.endsWith(REFUSED_ENDING));
      if (taken.length === 0) return settle(answers(batch, []));
      const statement = submitStatement(taken, now, after(now, delayMs), authSecret);
      db.query<TakenRow>(statement).then(
        (rows) => settle(answers(batch, rows)),
        (error: unknown) => {
          logFailure(error, { carrier: "simulator", messages: batch.length }, "carrier failed");
          settle(batch.map(({ id }) => ({ id, outcome: "unknown", accepted: [] })));
        },
      );
    },
    takeReports: (now) => takeReports(db, now, delayMs),
  };
}

function answers(batch: readonly Outgoing[], rows: readonly TakenRow[]): Settled[] {
  const references = new Map(rows.map(({ id, reference }) => [id, reference]));
  return batch.map(({ id }) => {
    const reference = references.get(id);
    if (reference === undefined) return { id, outcome: "refused", code: REFUSED_ENDING };
    return { id, outcome: "accepted", references: [reference] };
  });
}

async function takeReports(db: Database, now: Date, delayMs: number): Promise<ReportBatch> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const rows = await db.query<BundleRow | NextRow>(takeReportsStatement(now, lease, TAKE_LIMITS));
  const nextAt = rows.find((row) => row.id === null)?.nextAt ?? null;
  const bundles = rows.filter((row) => row.id !== null);
  const ids = bundles.map(({ id }) => id);
  return {
    reports: bundles.flatMap(reportsOf),
    nextAt,
    acknowledge: async (keys) => {
      const owed = bundles.flatMap((bundle) => advanced(bundle, keys, now, delayMs));
      await db.transaction(async (tx) => {
        const told = await tx.query<{ id: string }>(dropToldStatement(ids, lease));
        const own = new Set(told.map(({ id }) => id));
        const left = owed.filter((bundle) => own.has(bundle.of));
        if (left.length > 0) await tx.query(oweStatement(left));
      }, "named");
    },
  };
}

function reportsOf({ references, codes, given, happensAt }: BundleRow): CarrierReport[] {
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

/**
 * The bundles that replace a bundle: one for its next report, and one for reports that were not acknowledged.
 */
function advanced(bundle: BundleRow, keys: ReadonlySet<string>, now: Date, delayMs: number) {
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
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

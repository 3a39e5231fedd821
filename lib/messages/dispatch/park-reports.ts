import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import {
  findParkedStatement,
  type LeftParkedRow,
  leftParkedStatement,
  type ParkedPlace,
  type ParkedRow,
  parkedReferencesStatement,
  parkStatement,
  recordedReferencesStatement,
  unparkStatement,
} from "@/lib/messages/dispatch/park-reports.sql";
import { numbered, report, reportAndHandOver } from "@/lib/messages/dispatch/report";
import { settleUnknown } from "@/lib/messages/dispatch/settle-unknown";
import { withHandsets } from "@/lib/messages/networks/report-handset";

/** How long a report waits for the reference of its message (rules: parked reports). */
export const PARKED_MS = 72 * 3_600_000;

/** How far back the sweep looks for reports that were left parked, by how many at once, and how often in one run. */
const LEFT_MS = 3_600_000;
const LEFT_PAGE = 1_000;
const MAX_LEFT_PAGES = 20;

/** The most parked reports of one reference that are applied. */
const MAX_OF_REFERENCE = 100;

/**
 * Records reports of a carrier that gives each of them once. Those that match no message are parked, and may settle a message
 * that the carrier perhaps took (rules: parked reports, possible duplicates).
 * @returns after the commit, so that the carrier may be told: whether an account may have to be told by a webhook.
 */
export async function reportOrPark(
  db: Database,
  carrier: string,
  given: readonly CarrierReport[],
  now: Date,
): Promise<boolean> {
  const reports = await withHandsets(db, carrier, given, now);
  const { known, isTold } = await reportAndHandOver(db, carrier, reports, now);
  const unmatched = reports.filter(({ key }) => !known.has(key));
  if (unmatched.length === 0) return isTold;
  await db.query(parkStatement(numbered(unmatched), carrier, now));
  await settleUnknown(db, carrier, unmatched);
  // The reference may have been recorded between the two: whoever is second of parking and recording sees the other.
  const references = [...new Set(unmatched.map(({ reference }) => reference))];
  const recorded = await db.query<{ reference: string }>(recordedReferencesStatement(carrier, references));
  return (await applyParked(db, carrier, namesOf(recorded), now)) > 0 || isTold;
}

/**
 * Applies the parked reports of references that have just been recorded, if there are any.
 * @returns how many there were.
 */
export async function applyParkedOf(
  db: Database,
  carrier: string,
  references: readonly string[],
  now: Date,
): Promise<number> {
  if (references.length === 0) return 0;
  const parked = await db.query<{ reference: string }>(parkedReferencesStatement(carrier, references));
  return applyParked(db, carrier, namesOf(parked), now);
}

const namesOf = (rows: readonly { reference: string }[]) => rows.map(({ reference }) => reference);

/** Applies the parked reports of references that are recorded now, each once. @returns how many there were. */
async function applyParked(
  db: Database,
  carrier: string,
  references: readonly string[],
  now: Date,
): Promise<number> {
  if (references.length === 0) return 0;
  return db.transaction(async (tx) => {
    const parked = await tx.query<ParkedRow>(findParkedStatement(carrier, references, MAX_OF_REFERENCE));
    if (parked.length === 0) return 0;
    const { known } = await report(tx, carrier, parked, now);
    const applied = parked.filter(({ key }) => known.has(key));
    if (applied.length > 0) await tx.query(unparkStatement(applied, carrier));
    return applied.length;
  });
}

/**
 * Applies parked reports whose reference was recorded by a server that could not apply them any more
 * (rules: parked reports). It begins with the oldest of the last hour: where there are more than one run looks at, each
 * is among these before its hour is over.
 * @returns how many there were.
 */
export async function applyLeftParked(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - LEFT_MS);
  let after: ParkedPlace = { parkedAt: since, carrier: "", reference: "", key: "" };
  let applied = 0;
  for (let page = 0; page < MAX_LEFT_PAGES; page++) {
    const looked = await db.query<LeftParkedRow>(leftParkedStatement(after, LEFT_PAGE));
    const left = looked.filter(({ isRecorded }) => isRecorded);
    for (const carrier of new Set(left.map((row) => row.carrier))) {
      const references = left.filter((row) => row.carrier === carrier).map(({ reference }) => reference);
      applied += await applyParked(db, carrier, references, now);
    }
    const last = looked.at(-1);
    if (!last || looked.length < LEFT_PAGE) break;
    after = last;
  }
  return applied;
}

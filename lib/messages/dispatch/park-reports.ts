import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { adviseFormats } from "@/lib/messages/dispatch/other-forms/advise-formats";
import {
  type NamingReport,
  otherReferencesOf,
  type RenamedReport,
  renameReports,
} from "@/lib/messages/dispatch/other-forms/other-forms";
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
import { processWide } from "@/lib/process-wide";

/** The time for which a report waits for the reference of its message (rules: parked reports). */
export const PARKED_MS = 72 * 3_600_000;

/**
 * The limits of the sweep's search for reports that were left parked: their age, the reports on a page, and the pages
 * of one run.
 */
const LEFT_MS = 3_600_000;
const LEFT_PAGE = 1_000;
const MAX_LEFT_PAGES = 20;

/** The time without a run after which some reports may have become older than that age. */
const UNSEEN_MS = LEFT_MS / 2;

/** The most parked reports of one reference that are applied. */
const MAX_OF_REFERENCE = 100;

/**
 * Records reports of a carrier that delivers each of them once. Reports that match no message are parked, and may
 * settle a message that the carrier may have accepted (rules: parked reports, possible duplicates).
 * @returns after the commit, so that the carrier may be answered, whether webhook events may be due.
 */
export async function reportOrPark(
  db: Database,
  carrier: string,
  given: readonly CarrierReport[],
  now: Date,
): Promise<boolean> {
  const reports = await withHandsets(db, carrier, given, now);
  const { known, isTold } = await reportAndHandOver(db, carrier, reports, now);
  const left = reports.filter(({ key }) => !known.has(key));
  const renamed = await renameReports(db, carrier, left);
  const others =
    renamed.length > 0 ? await reportAndHandOver(db, carrier, reportsOf(renamed), now) : NOTHING_KNOWN;
  await adviseFormats(carrier, pairsOf(renamed));
  const isAnyTold = isTold || others.isTold;
  const unmatched = left.filter(({ key }) => !others.known.has(key));
  if (unmatched.length === 0) return isAnyTold;
  await db.query(parkStatement(numbered(unmatched), carrier, now));
  await settleUnknown(db, carrier, unmatched);
  // The reference may have been recorded in between: the later one of parking and recording sees the other.
  return (await applyParked(db, carrier, await recordedOf(db, carrier, unmatched), now)) > 0 || isAnyTold;
}

const NOTHING_KNOWN = { known: new Set<string>(), isTold: false };

const reportsOf = <Report>(renamed: readonly RenamedReport<Report>[]) => renamed.map(({ report }) => report);

/** Returns the pairs of ids in different bases. A second id of a report is not another base of the first. */
const pairsOf = (renamed: readonly RenamedReport<NamingReport>[]) =>
  renamed.flatMap(({ report: { reference }, reported }) =>
    basesOf(reported).includes(reference) ? [{ recorded: reference, reported }] : [],
  );

const basesOf = (reference: string) => otherReferencesOf({ reference });

/** Returns the references of reports that are recorded now, in the form of the reports or in another. */
async function recordedOf(
  db: Database,
  carrier: string,
  reports: readonly NamingReport[],
): Promise<string[]> {
  if (reports.length === 0) return [];
  const forms = reports.map((report) => [report.reference, ...otherReferencesOf(report)]);
  const references = [...new Set(forms.flat())];
  const rows = await db.query<{ reference: string }>(recordedReferencesStatement(carrier, references));
  const recorded = new Set(namesOf(rows));
  const names = reports.filter((_, index) => forms[index]?.some((form) => recorded.has(storable(form))));
  return [...new Set(names.map(({ reference }) => reference))];
}

/**
 * Applies the parked reports of references that have just been recorded, if there are any.
 * @returns the number of applied reports.
 */
export async function applyParkedOf(
  db: Database,
  carrier: string,
  references: readonly string[],
  now: Date,
): Promise<number> {
  if (references.length === 0) return 0;
  const forms = [...new Set(references.flatMap((reference) => [reference, ...basesOf(reference)]))];
  const parked = await db.query<{ reference: string }>(parkedReferencesStatement(carrier, forms));
  return applyParked(db, carrier, namesOf(parked), now);
}

const namesOf = (rows: readonly { reference: string }[]) => rows.map(({ reference }) => reference);

/**
 * Applies the parked reports of references that are recorded now, each once. @returns the number of applied reports.
 */
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
    const left = parked.filter(({ key }) => !known.has(key));
    const renamed = await renameReports(tx, carrier, left);
    const others = await report(tx, carrier, reportsOf(renamed), now);
    const applied = parked.filter(({ key }) => known.has(key) || others.known.has(key));
    if (applied.length > 0) await tx.query(unparkStatement(applied, carrier));
    tx.afterCommit(() => adviseFormats(carrier, pairsOf(renamed)), "formats of ids were not proposed");
    return applied.length;
  });
}

/**
 * The position at which a pass over all parked reports continues, or null; and the time of the last read of the last
 * hour.
 */
type Look = { after: ParkedPlace | null; lookedAt: number };

const looks = processWide("gatewayLeftParked", () => new WeakMap<Database, Look>());

/**
 * Applies parked reports whose reference was recorded by a server that could not apply them (rules: parked reports).
 * It begins with the oldest of the last hour: if one run cannot read all, each report is still read before its hour
 * is over. Reports that may have been missed in their hour are also read once, some with each run. That happens when
 * no server ran or the database was away.
 * @returns the number of applied reports.
 */
export async function applyLeftParked(db: Database, now: Date): Promise<number> {
  const known = looks.value.get(db);
  const ageMs = now.getTime() - (known?.lookedAt ?? Number.NEGATIVE_INFINITY);
  const isKnown = known !== undefined && ageMs >= 0 && ageMs < UNSEEN_MS;
  const look: Look = isKnown ? known : { after: placeAt(now, PARKED_MS), lookedAt: 0 };
  const hour = placeAt(now, LEFT_MS);
  let { applied } = await applyLeftFrom(db, hour, now);
  if (look.after) {
    const older = await applyLeftFrom(db, look.after, now);
    applied += older.applied;
    look.after = older.after && older.after.parkedAt < hour.parkedAt ? older.after : null;
  }
  looks.value.set(db, { after: look.after, lookedAt: now.getTime() });
  return applied;
}

/** Returns the position before all reports that were parked within a time before an instant. */
function placeAt(now: Date, ms: number): ParkedPlace {
  return { parkedAt: new Date(now.getTime() - ms), carrier: "", reference: "", key: "" };
}

/** Returns the references of a carrier's parked reports that are recorded, in their own form or in another. */
async function leftOf(db: Database, carrier: string, looked: readonly LeftParkedRow[]): Promise<string[]> {
  const own = looked.filter((row) => row.carrier === carrier);
  const others = own.filter(({ isRecorded }) => !isRecorded);
  const references = own.filter(({ isRecorded }) => isRecorded).map(({ reference }) => reference);
  return [...references, ...(await recordedOf(db, carrier, others))];
}

/**
 * Applies reports after a position that were left parked. @returns the number of applied reports, and the position to
 * continue; null if none follow.
 */
async function applyLeftFrom(
  db: Database,
  from: ParkedPlace,
  now: Date,
): Promise<{ applied: number; after: ParkedPlace | null }> {
  let after = from;
  let applied = 0;
  for (let page = 0; page < MAX_LEFT_PAGES; page++) {
    const looked = await db.query<LeftParkedRow>(leftParkedStatement(after, LEFT_PAGE));
    for (const carrier of new Set(looked.map((row) => row.carrier))) {
      const references = await leftOf(db, carrier, looked);
      applied += await applyParked(db, carrier, references, now);
    }
    const last = looked.at(-1);
    if (!last || looked.length < LEFT_PAGE) return { applied, after: null };
    after = last;
  }
  return { applied, after };
}

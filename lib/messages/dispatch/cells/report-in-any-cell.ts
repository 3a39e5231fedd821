import type { CarrierReport } from "@/lib/carriers/carrier";
import { otherCells } from "@/lib/cells/cells";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { storable } from "@/lib/db/storable";
import { PARKED_MS, reportOrPark } from "@/lib/messages/dispatch/park-reports";
import {
  findParkedStatement,
  type LeftParkedRow,
  leftParkedStatement,
  type ParkedPlace,
  type ParkedRow,
  recordedReferencesStatement,
  unparkStatement,
} from "@/lib/messages/dispatch/park-reports.sql";
import { processWide } from "@/lib/process-wide";

/** How many parked reports are looked at together, and how often in one run. */
const PAGE = 1_000;
const MAX_PAGES = 50;

/**
 * How long reports are looked at again that all cells have been asked of: an answer may be recorded after its report.
 */
const AGAIN_MS = 3_600_000;

/** The most parked reports of one reference that are passed on. */
const MAX_OF_REFERENCE = 100;

/** From when on a cell's parked reports may not have been asked of all others; nobody knows at a process's start. */
const askedUntil = processWide("gatewayParkedAsked", () => new Map<number, Date>());

/**
 * Records reports as `reportOrPark` does, those of another cell's messages in that cell (rules: cells and networks):
 * a network may report on any of the connections that it has with us. What no cell knows, or one that is away might,
 * is parked in the cell whose connection brought it; `passOnParked` looks again.
 * @returns after the commit, so that the carrier may be told.
 */
export async function reportInAnyCell(
  own: Database,
  carrier: string,
  given: readonly CarrierReport[],
  now: Date,
): Promise<void> {
  let left = given;
  const others = otherCells(own);
  if (others.length > 0) {
    const recorded = await recordedIn(own, carrier, given);
    left = given.filter(isNotIn(recorded));
    for (const cell of others) {
      if (left.length === 0) break;
      left = (await reportElsewhere(cell, carrier, left, now)).left;
    }
    const taken = new Set(left);
    left = given.filter((report) => recorded.has(storable(report.reference)) || taken.has(report));
  }
  if (left.length > 0 && (await reportOrPark(own, carrier, left, now))) own.wake("webhooks");
}

/** Records those reports in a cell that are of its messages. A cell that does not answer has none for now: `isAway`. */
async function reportElsewhere<Report extends CarrierReport>(
  cell: Database,
  carrier: string,
  reports: readonly Report[],
  now: Date,
): Promise<{ left: readonly Report[]; isAway: boolean }> {
  try {
    const recorded = await recordedIn(cell, carrier, reports);
    const isTheirs = ({ reference }: CarrierReport) => recorded.has(storable(reference));
    const theirs = reports.filter(isTheirs);
    if (theirs.length > 0 && (await reportOrPark(cell, carrier, theirs, now))) cell.wake("webhooks");
    return { left: reports.filter((report) => !isTheirs(report)), isAway: false };
  } catch (error) {
    logFailure(error, { carrier, cell: cell.cell }, "a cell was not asked whose reports are");
    return { left: reports, isAway: true };
  }
}

async function recordedIn(
  cell: Database,
  carrier: string,
  reports: readonly Pick<CarrierReport, "reference">[],
): Promise<ReadonlySet<string>> {
  const references = [...new Set(reports.map(({ reference }) => reference))];
  const rows = await cell.query<{ reference: string }>(recordedReferencesStatement(carrier, references));
  return new Set(rows.map(({ reference }) => reference));
}

const isNotIn =
  (recorded: ReadonlySet<string>) =>
  ({ reference }: Pick<CarrierReport, "reference">) =>
    !recorded.has(storable(reference));

/**
 * Passes parked reports on to the cells whose messages they are of: these have recorded their references since, or
 * did not answer then. A server that is killed in between leaves a report in both, where it counts once.
 * @returns how many were passed on.
 */
export async function passOnParked(own: Database, now: Date): Promise<number> {
  const others = otherCells(own);
  if (others.length === 0) return 0;
  const since = askedUntil.value.get(own.cell) ?? new Date(now.getTime() - PARKED_MS);
  let after: ParkedPlace = { parkedAt: since, carrier: "", reference: "", key: "" };
  let passed = 0;
  let isComplete = true;
  for (let page = 0; page < MAX_PAGES; page++) {
    const looked = await own.query<LeftParkedRow>(leftParkedStatement(after, PAGE));
    const foreign = looked.filter(({ isRecorded }) => !isRecorded);
    for (const carrier of new Set(foreign.map((row) => row.carrier))) {
      const references = foreign.filter((row) => row.carrier === carrier).map(({ reference }) => reference);
      const done = await passOnOf(own, others, { carrier, references }, now);
      passed += done.passed;
      isComplete &&= done.isComplete;
    }
    const last = looked.at(-1);
    if (!last || looked.length < PAGE) break;
    after = last;
  }
  if (isComplete) askedUntil.value.set(own.cell, new Date(now.getTime() - AGAIN_MS));
  return passed;
}

type Parked = { carrier: string; references: readonly string[] };

async function passOnOf(
  own: Database,
  others: readonly Database[],
  { carrier, references }: Parked,
  now: Date,
): Promise<{ passed: number; isComplete: boolean }> {
  const parked = await own.query<ParkedRow>(findParkedStatement(carrier, references, MAX_OF_REFERENCE));
  let left: readonly ParkedRow[] = parked;
  let isComplete = true;
  for (const cell of others) {
    if (left.length === 0) break;
    const asked = await reportElsewhere(cell, carrier, left, now);
    left = asked.left;
    isComplete &&= !asked.isAway;
  }
  const still = new Set(left);
  const passed = parked.filter((row) => !still.has(row));
  if (passed.length > 0) await own.query(unparkStatement(passed, carrier));
  return { passed: passed.length, isComplete };
}

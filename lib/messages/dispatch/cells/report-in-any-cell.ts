import type { CarrierReport } from "@/lib/carriers/carrier";
import { askCells, awayAmong } from "@/lib/db/cells/ask-cells";
import { cellOf, otherCells } from "@/lib/db/cells/cells";
import { mayHaveMoved } from "@/lib/db/cells/moved";
import { whileMoving } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { storable } from "@/lib/db/storable";
import { isMovedAway } from "@/lib/db/unavailable";
import { areKnown, type Question, renameReports } from "@/lib/messages/dispatch/other-forms/other-forms";
import { PARKED_MS, reportOrPark } from "@/lib/messages/dispatch/park-reports";
import {
  findParkedStatement,
  type LeftParkedRow,
  leftParkedStatement,
  type ParkedPlace,
  type ParkedRow,
  recordedOwnersStatement,
  recordedReferencesStatement,
  unparkStatement,
} from "@/lib/messages/dispatch/park-reports.sql";
import { withHandsets } from "@/lib/messages/networks/report-handset";
import { processWide } from "@/lib/process-wide";

/** The parked reports of one page, and the most pages of one run. */
const PAGE = 1_000;
const MAX_PAGES = 50;

/**
 * The time for which reports are looked up again although all cells have answered: an answer may be recorded after
 * its report.
 */
const AGAIN_MS = 3_600_000;

/** The most parked reports of one reference that are passed on. */
const MAX_OF_REFERENCE = 100;

/**
 * A pass over a cell's parked reports: its start, its position, and whether all other cells have answered since. A
 * new process does not know it.
 */
type Round = { since: Date; beganAt: Date; after: ParkedPlace; isComplete: boolean };

const rounds = processWide("gatewayParkedRounds", () => new Map<number, Round>());

/**
 * Records reports like `reportOrPark`, those of another cell's messages in that cell (rules: cells and networks): a
 * network may report on any of its connections. Reports of the own cell do not wait for other cells. A report that no
 * cell knows, or that a cell without an answer may know, is parked in the cell of its connection. `passOnParked`
 * looks it up again.
 * @returns after the commit, so that the carrier may be answered.
 */
export function reportInAnyCell(
  own: Database,
  carrier: string,
  given: readonly CarrierReport[],
  now: Date,
): Promise<void> {
  return whileMoving(async () => {
    const others = otherCells(own);
    if (others.length === 0) return record(own, carrier, given, now);
    const isOurs = isIn(await recordedIn(own, carrier, given, now));
    await record(own, carrier, given.filter(isOurs), now);
    const foreign = given.filter((report) => !isOurs(report));
    if (foreign.length === 0) return;
    const { left } = await reportElsewhere(others, carrier, foreign, now);
    await record(own, carrier, left, now);
  });
}

/**
 * Records reports of messages that are in another cell than the one of the connection, or have moved to another since
 * they were handed over.
 * @returns the other reports: those of this cell's messages, or of no known message.
 */
export async function reportInOthers(
  own: Database,
  carrier: string,
  given: readonly CarrierReport[],
  now: Date,
): Promise<readonly CarrierReport[]> {
  const others = otherCells(own);
  if (others.length === 0) return given;
  const isOurs = isIn(await recordedIn(own, carrier, given, now));
  const foreign = given.filter((report) => !isOurs(report));
  if (foreign.length === 0) return given;
  const left = new Set((await reportElsewhere(others, carrier, foreign, now)).left);
  return given.filter((report) => isOurs(report) || left.has(report));
}

async function record(
  cell: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<void> {
  if (reports.length > 0 && (await reportOrPark(cell, carrier, reports, now))) cell.wake("webhooks");
}

/**
 * Records reports in the cells that have their messages.
 * @returns the reports that no answering cell has, and whether all cells have answered.
 */
async function reportElsewhere<Report extends CarrierReport>(
  cells: readonly Database[],
  carrier: string,
  reports: readonly Report[],
  now: Date,
): Promise<{ left: readonly Report[]; isComplete: boolean }> {
  const answers = await askCells(cells, (cell) => recordedIn(cell, carrier, reports, now));
  let isComplete = awayAmong(answers, "a cell did not answer for the messages of reports").length === 0;
  let left = reports;
  for (const answer of answers) {
    if (!("said" in answer)) continue;
    const isTheirs = isIn(answer.said);
    try {
      await record(answer.cell, carrier, left.filter(isTheirs), now);
      left = left.filter((report) => !isTheirs(report));
    } catch (error) {
      if (isMovedAway(error)) throw error;
      logFailure(error, { carrier, cell: answer.cell.cell }, "a cell has not recorded its reports");
      isComplete = false;
    }
  }
  return { left, isComplete };
}

/**
 * Returns the references that a cell knows, in the form of the reports or in another. It excludes those of accounts
 * that have left the cell, or have not arrived yet.
 */
async function recordedIn(
  cell: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const exact = await recordedAmong(cell, carrier, reports);
  const foreign = reports.filter((report) => !exact.has(storable(report.reference)));
  if (foreign.length === 0) return exact;
  const renamed = await renameReports(cell, carrier, await withHandsets(cell, carrier, foreign, now));
  const there = await recordedAmong(
    cell,
    carrier,
    renamed.map(({ report }) => report),
  );
  const known = renamed.filter(({ report }) => there.has(report.reference));
  return new Set([...exact, ...known.map(({ reported }) => storable(reported))]);
}

/** Returns the references that a cell knows in this form. */
async function recordedAmong(
  cell: Database,
  carrier: string,
  reports: readonly Pick<CarrierReport, "reference">[],
): Promise<ReadonlySet<string>> {
  const references = [...new Set(reports.map(({ reference }) => reference))];
  if (references.length === 0) return new Set();
  if (mayHaveMoved(cell.cell)) {
    const owners = await cell.query<{ reference: string; accountId: number }>(
      recordedOwnersStatement(carrier, references),
    );
    const isThere = ({ accountId }: { accountId: number }) => cellOf(accountId) === cell.cell;
    return new Set(owners.filter(isThere).map(({ reference }) => reference));
  }
  const rows = await cell.query<{ reference: string }>(recordedReferencesStatement(carrier, references));
  return new Set(rows.map(({ reference }) => reference));
}

/** Returns for each question whether a cell has a message that it means. */
export async function knownInAnyCell(
  own: Database,
  carrier: string,
  questions: readonly Question[],
): Promise<boolean[]> {
  const known = await areKnown(own, carrier, questions);
  const others = known.every(Boolean) ? [] : otherCells(own);
  const answers = await askCells(others, (cell) => areKnown(cell, carrier, questions));
  awayAmong(answers, "a cell did not answer for the messages of receipts");
  return known.map((isKnown, index) => isKnown || answers.some((one) => "said" in one && one.said[index]));
}

const isIn =
  (recorded: ReadonlySet<string>) =>
  ({ reference }: Pick<CarrierReport, "reference">) =>
    recorded.has(storable(reference));

/**
 * Passes parked reports on to the cells of their messages, which have recorded their references since, or did not
 * answer before. If a server is killed in between, both cells have the report, and it counts once. One run reads a
 * limited number, and the next continues after them.
 * @returns the number of reports that were passed on.
 */
export async function passOnParked(own: Database, now: Date): Promise<number> {
  const others = otherCells(own);
  if (others.length === 0) return 0;
  const round = rounds.value.get(own.cell) ?? roundFrom(new Date(now.getTime() - PARKED_MS), now);
  rounds.value.set(own.cell, round);
  let passed = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const looked = await own.query<LeftParkedRow>(leftParkedStatement(round.after, PAGE));
    const foreign = looked.filter(({ isRecorded }) => !isRecorded);
    for (const carrier of new Set(foreign.map((row) => row.carrier))) {
      const references = foreign.filter((row) => row.carrier === carrier).map(({ reference }) => reference);
      const done = await passOnOf(own, others, { carrier, references }, now);
      passed += done.passed;
      round.isComplete &&= done.isComplete;
    }
    const last = looked.at(-1);
    if (!last || looked.length < PAGE) {
      const { isComplete, beganAt, since } = round;
      const asked = isComplete ? new Date(beganAt.getTime() - AGAIN_MS) : since;
      rounds.value.set(own.cell, roundFrom(asked, now));
      break;
    }
    round.after = last;
  }
  return passed;
}

/** Returns a pass that begins with the reports that were parked since an instant. */
function roundFrom(since: Date, beganAt: Date): Round {
  return {
    since,
    beganAt,
    isComplete: true,
    after: { parkedAt: since, carrier: "", reference: "", key: "" },
  };
}

type ParkedReferences = { carrier: string; references: readonly string[] };

async function passOnOf(
  own: Database,
  others: readonly Database[],
  { carrier, references }: ParkedReferences,
  now: Date,
): Promise<{ passed: number; isComplete: boolean }> {
  const parked = await own.query<ParkedRow>(findParkedStatement(carrier, references, MAX_OF_REFERENCE));
  if (parked.length === 0) return { passed: 0, isComplete: true };
  const { left, isComplete } = await reportElsewhere(others, carrier, parked, now);
  const still = new Set(left);
  const passed = parked.filter((row) => !still.has(row));
  if (passed.length > 0) await own.query(unparkStatement(passed, carrier));
  return { passed: passed.length, isComplete };
}

import { loadRoutes } from "@/lib/carriers/route-table";
import { isJudgedDown, type RoutedCarrier, type RouteTable, takes } from "@/lib/carriers/routes";
import type { Database } from "@/lib/db/client";
import { stranded } from "@/lib/messages/dispatch/finish/finish-of";
import { recordFinished } from "@/lib/messages/dispatch/finish/record-finished";
import {
  findStrandedStatement,
  moveStatement,
  removedCarriersStatement,
} from "@/lib/messages/dispatch/move-stranded.sql";
import { nextCarrier } from "@/lib/messages/dispatch/next-carrier";
import { FIRST, type Place, type SliceRow } from "@/lib/messages/dispatch/queue-slice.sql";
import { processWide } from "@/lib/process-wide";

/** The messages that one statement moves, and the most statements of one run. */
const BATCH = 1_000;
const MAX_BATCHES = 10;

/** The time for which messages without another way are not read again, while routes and carriers remain the same. */
const WHOLE_EVERY_MS = 60_000;

/**
 * The delay after which a message's due time counts as past. Messages of the last seconds are read again, because
 * they may be seen late, and by another server's clock.
 */
const LATE_MS = 10_000;

/** The time for which a one-time code without another way waits for a carrier that accepts no messages. */
const CODE_PATIENCE_MS = 30_000;

/**
 * The position up to which a carrier's queue has no other way, the routes of that result, and the time of the last
 * whole read.
 */
type StrandedLook = { after: Place; routes: string; wholeAt: number };

const looked = processWide("gatewayStranded", () => new WeakMap<Database, Map<number, StrandedLook>>());

/**
 * Moves messages that are due at carriers that are down, disabled or removed to the next carriers of their routes
 * (rules: routes). A message without another carrier stays, and so does one that the carrier has in part or may have.
 * Thousands of messages that stay do not delay the others at each run. From a carrier that accepts no one-time codes,
 * these are moved, and fail without another way (rules: networks that do not answer).
 * @returns the number of moved messages.
 */
export async function moveStranded(db: Database, now: Date): Promise<number> {
  const table = await loadRoutes(db, now);
  const down = [...table.carriers].flatMap(([id, { isUsable, isUp, standing }]) =>
    isUp && isUsable && !standing ? [] : [id],
  );
  const without = [...down, ...(await removedCarriers(db))];
  if (without.length === 0) return 0;
  const routes = fingerprintOf(table);
  const known = looked.value.get(db) ?? new Map<number, StrandedLook>();
  looked.value.set(db, known);
  let moved = 0;
  for (const id of without) {
    const before = known.get(id);
    const ageMs = now.getTime() - (before?.wholeAt ?? Number.NEGATIVE_INFINITY);
    const isKnown = before?.routes === routes && ageMs >= 0 && ageMs < WHOLE_EVERY_MS;
    const from = isKnown ? before : { after: FIRST, wholeAt: now.getTime() };
    const run = await moveFrom(db, { carrierId: id, after: from.after }, now);
    moved += run.moved;
    known.set(id, { after: run.after, routes, wholeAt: from.wholeAt });
  }
  return moved;
}

/**
 * Returns the numbers of carriers that were removed while messages were held, paused or accepted for them, and that
 * due messages wait for (rules: routes).
 */
export async function removedCarriers(db: Database): Promise<number[]> {
  const rows = await db.query<{ carrierId: number }>(removedCarriersStatement());
  return rows.map(({ carrierId }) => carrierId);
}

/** Returns the facts that decide the way of a message: the current routes and carriers. */
function fingerprintOf({ routes, carriers }: RouteTable): string {
  const states = [...carriers].map(([id, { isUsable, isUp, standing, senders }]) => [
    id,
    isUsable,
    isUp,
    standing,
    senders && [...senders],
  ]);
  return JSON.stringify([routes, states], (_, value) => (typeof value === "bigint" ? String(value) : value));
}

/**
 * Moves messages of one carrier.
 * @returns the number of moved messages, and the position up to which the others have no way and have been due for a
 * while.
 */
async function moveFrom(
  db: Database,
  { carrierId, after: from }: { carrierId: number; after: Place },
  now: Date,
): Promise<{ moved: number; after: Place }> {
  const { carriers } = await loadRoutes(db, now);
  const next = await nextCarrier(db, carrierId, now);
  const carrier = carriers.get(carrierId);
  const isFailing = carrier !== undefined && isJudgedDown(carrier);
  let moved = 0;
  let failedCodes = 0;
  let after = from;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const found = await db.transaction(async (tx) => {
      const rows = await tx.query<SliceRow>(findStrandedStatement({ carrierId, now, after, limit: BATCH }));
      const moves: { row: SliceRow; carrierId: number }[] = [];
      const ended: SliceRow[] = [];
      for (const row of rows) {
        if (row.hasBegun || mayStay(carrier, row)) continue;
        const other = next(row);
        if (other !== null && takes(carriers.get(other), row.sendType)) moves.push({ row, carrierId: other });
        else if (isFailing && row.sendType === "otp" && ageOf(row, now) >= CODE_PATIENCE_MS) ended.push(row);
      }
      if (moves.length > 0) await tx.query(moveStatement(moves, now));
      const failed = ended.map((row) => stranded({ ...row, lease: row.dueAt }, now));
      if (failed.length > 0) await recordFinished(tx, failed, "none", now);
      moved += moves.length;
      failedCodes += failed.length;
      return rows;
    });
    const last = found.at(-1);
    if (last) after = { at: last.dueAt, id: last.id };
    if (found.length < BATCH) break;
  }
  if (failedCodes > 0) db.wake("webhooks");
  const late = new Date(now.getTime() - LATE_MS - (isFailing ? CODE_PATIENCE_MS : 0));
  return { moved, after: after.at <= late ? after : { at: late, id: FIRST.id } };
}

/**
 * Returns whether a message may stay with a carrier. One-time codes may not. Other messages may if the carrier
 * refuses only codes, or is to be tested by a message.
 */
function mayStay(carrier: RoutedCarrier | undefined, { sendType }: SliceRow): boolean {
  if (!carrier?.isUsable || sendType === "otp") return false;
  return carrier.standing === "asks" || (carrier.isUp && carrier.standing === "no codes");
}

function ageOf({ acceptedAt }: SliceRow, now: Date): number {
  return now.getTime() - acceptedAt.getTime();
}

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

/** Messages moved by one statement, and the most statements of one run. */
const BATCH = 1_000;
const MAX_BATCHES = 10;

/** How long what has no other way is not looked at again, while routes and carriers stay as they are. */
const WHOLE_EVERY_MS = 60_000;

/** What is due since is looked at each time: it may be seen late, and by another server's clock. */
const LATE_MS = 10_000;

/** How long a one-time code without another way waits for a carrier that takes no messages. */
const CODE_PATIENCE_MS = 30_000;

/** Up to where a carrier's queue has no other way, by which routes, and since when it was looked at as a whole. */
type Looked = { after: Place; routes: string; wholeAt: number };

const looked = processWide("gatewayStranded", () => new WeakMap<Database, Map<number, Looked>>());

/**
 * Gives what is due at carriers that are down, switched off or removed to the next carriers of its routes
 * (rules: routes). A message without another one stays, and so does what the carrier has in part, or
 * perhaps has: thousands of them that were looked at in vain hold up nobody else's each time. Of a carrier that does not take
 * one-time codes, these go, and fail if they have no other way (rules: networks that do not answer).
 * @returns how many were moved.
 */
export async function moveStranded(db: Database, now: Date): Promise<number> {
  const table = await loadRoutes(db, now);
  const down = [...table.carriers].flatMap(([id, { isUsable, isUp, standing }]) =>
    isUp && isUsable && !standing ? [] : [id],
  );
  const without = [...down, ...(await removedCarriers(db))];
  if (without.length === 0) return 0;
  const routes = fingerprintOf(table);
  const known = looked.value.get(db) ?? new Map<number, Looked>();
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
 * The numbers of carriers that were removed while messages were held, paused or accepted for them, and for which these wait now
 * (rules: routes).
 */
export async function removedCarriers(db: Database): Promise<number[]> {
  const rows = await db.query<{ carrierId: number }>(removedCarriersStatement());
  return rows.map(({ carrierId }) => carrierId);
}

/** What decides which way a message has: routes and carriers as they are. */
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

/** @returns how many were moved, and up to where the others have no way and were due for a while. */
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

/** Whether a message may stay with a carrier: it is no code and the carrier refuses codes alone, or is to be asked by one. */
function mayStay(carrier: RoutedCarrier | undefined, { sendType }: SliceRow): boolean {
  if (!carrier?.isUsable || sendType === "otp") return false;
  return carrier.standing === "asks" || (carrier.isUp && carrier.standing === "no codes");
}

function ageOf({ acceptedAt }: SliceRow, now: Date): number {
  return now.getTime() - acceptedAt.getTime();
}

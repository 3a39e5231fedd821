import type { UnknownTerms } from "@/lib/carriers/carrier";
import { loadRoutes } from "@/lib/carriers/route-table";
import { isJudgedDown, type RoutedCarrier, takes } from "@/lib/carriers/routes";
import type { Database } from "@/lib/db/client";
import {
  isResent,
  lost,
  UNKNOWN_CODE_HOLD_MS,
  UNKNOWN_HOLD_MS,
} from "@/lib/messages/dispatch/finish/finish-of";
import { recordFinished } from "@/lib/messages/dispatch/finish/record-finished";
import {
  findHeldStatement,
  type HeldRow,
  resendElsewhereStatement,
} from "@/lib/messages/dispatch/held/end-holds.sql";
import { nextCarrier } from "@/lib/messages/dispatch/next-carrier";
import { FIRST, type Place } from "@/lib/messages/dispatch/queue-slice.sql";
import { processWide } from "@/lib/process-wide";

const BATCH = 1_000;

/**
 * The interval at which a carrier's whole queue is read: messages that a stopped server had in flight were never
 * held. There are at most as many as its windows have room for.
 */
const WHOLE_EVERY_MS = 60_000;

/**
 * The start of the next read of a carrier's queue, whether it reads the whole queue, and the start of the last whole
 * read.
 */
type Look = { after: Place; isWhole: boolean; wholeAt: number };

const looks = processWide("gatewayEndedHolds", () => new WeakMap<Database, Map<number, Look>>());

/** The numbers of messages whose hold was over, by result. */
export type HoldsEnded = { moved: number; givenUp: number };

/**
 * Ends the holds of messages that a carrier may have if the carrier is down or disabled (rules: possible duplicates):
 * no worker claims them there. Messages that may be submitted again go to the next carrier of their route, or wait if
 * there is none. Other messages are given up.
 */
export async function endHolds(db: Database, now: Date): Promise<HoldsEnded> {
  const { carriers } = await loadRoutes(db, now);
  const ended = { moved: 0, givenUp: 0 };
  for (const [id, carrier] of carriers) {
    // A drained carrier that is up ends its begun messages itself.
    if (carrier.name === undefined || (carrier.isUp && (carrier.isUsable || carrier.isDraining))) continue;
    const { moved, givenUp } = await endHoldsAt(db, id, { ...carrier, name: carrier.name }, now);
    ended.moved += moved;
    ended.givenUp += givenUp;
  }
  return ended;
}

async function endHoldsAt(
  db: Database,
  id: number,
  carrier: RoutedCarrier & { name: string },
  now: Date,
): Promise<HoldsEnded> {
  const { name, ifUnknown = {} } = carrier;
  const { carriers } = await loadRoutes(db, now);
  const next = await nextCarrier(db, id, now);
  const look = lookAt(db, id, now);
  const terms = {
    holdMs: ifUnknown.holdMs ?? UNKNOWN_HOLD_MS,
    codeHoldMs: ifUnknown.holdMs ?? UNKNOWN_CODE_HOLD_MS,
    onlyBegun: !look.isWhole,
  };
  const slice = { carrierId: id, now, after: look.after, limit: BATCH };
  return db.transaction(async (tx) => {
    const found = await tx.query<HeldRow>(findHeldStatement(slice, terms));
    goOn(look, found);
    const rows = found.filter(({ hasBegun, isOver }) => isOver && !hasBegun);
    const again = rows.filter((row) => resends(row, ifUnknown) && row.validUntil > now);
    const moves = again.flatMap((row) => {
      const carrierId = next(row);
      const other = carrierId === null ? undefined : carriers.get(carrierId);
      return carrierId !== null && takes(other, row.sendType) && resends(row, other?.ifUnknown ?? {})
        ? [{ row, carrierId }]
        : [];
    });
    const moving = new Set(moves.map(({ row }) => row));
    // A one-time code is useless by the time that the carrier accepts messages again.
    const given = rows.filter(
      (row) =>
        !resends(row, ifUnknown) || (isJudgedDown(carrier) && row.sendType === "otp" && !moving.has(row)),
    );
    if (moves.length > 0) await tx.query(resendElsewhereStatement(moves));
    const finished = given.map((row) => lost({ ...row, lease: row.dueAt }, now));
    await recordFinished(tx, finished, name, now);
    return { moved: moves.length, givenUp: finished.length };
  });
}

const resends = (row: HeldRow, ifUnknown: UnknownTerms) => isResent(row, { ifUnknown });

/**
 * Returns the read of a carrier's queue that is due. It continues after the last one, past messages that have to
 * stay.
 */
function lookAt(db: Database, id: number, now: Date): Look {
  const known = looks.value.get(db) ?? new Map<number, Look>();
  looks.value.set(db, known);
  const look = known.get(id) ?? { after: FIRST, isWhole: false, wholeAt: Number.NEGATIVE_INFINITY };
  known.set(id, look);
  const ageMs = now.getTime() - look.wholeAt;
  // A read in progress continues to its end, for any time that it takes.
  if (ageMs < 0 || (ageMs >= WHOLE_EVERY_MS && !look.isWhole))
    Object.assign(look, { after: FIRST, isWhole: true, wholeAt: now.getTime() });
  return look;
}

function goOn(look: Look, found: readonly HeldRow[]): void {
  const last = found.at(-1);
  if (last && found.length === BATCH) look.after = { at: last.dueAt, id: last.id };
  else Object.assign(look, { after: FIRST, isWhole: false });
}

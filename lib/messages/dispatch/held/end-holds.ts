import type { UnknownTerms } from "@/lib/carriers/carrier";
import { loadRoutes } from "@/lib/carriers/route-table";
import type { RoutedCarrier } from "@/lib/carriers/routes";
import type { Database } from "@/lib/db/client";
import { finishStatement } from "@/lib/messages/dispatch/finish.sql";
import { isResent, lost, UNKNOWN_CODE_HOLD_MS, UNKNOWN_HOLD_MS } from "@/lib/messages/dispatch/finish-of";
import {
  findHeldStatement,
  type HeldRow,
  resendElsewhereStatement,
} from "@/lib/messages/dispatch/held/end-holds.sql";
import { nextCarrier } from "@/lib/messages/dispatch/next-carrier";
import { processWide } from "@/lib/process-wide";

const BATCH = 1_000;

/**
 * How often all of a carrier's queue is looked at: what a server had in flight that ended is among what was never held. Those
 * are at most as many as its windows have room for.
 */
const WHOLE_EVERY_MS = 60_000;

const lookedAt = processWide("gatewayEndedHolds", () => new WeakMap<Database, Map<number, number>>());

/** What came of the messages whose hold was over. */
export type HoldsEnded = { moved: number; givenUp: number };

/**
 * Ends the holds of messages that carriers perhaps have which are down or switched off (rules: possible duplicates): nobody
 * claims these there. What would be submitted again goes to the next carrier of its route, or waits where there is none;
 * what would not is given up.
 */
export async function endHolds(db: Database, now: Date): Promise<HoldsEnded> {
  const { carriers } = await loadRoutes(db, now);
  const ended = { moved: 0, givenUp: 0 };
  for (const [id, carrier] of carriers) {
    // One that is drained and up ends what it has begun by itself.
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
  { name, ifUnknown = {} }: RoutedCarrier & { name: string },
  now: Date,
): Promise<HoldsEnded> {
  const { carriers } = await loadRoutes(db, now);
  const next = await nextCarrier(db, id, now);
  const holds = {
    holdMs: ifUnknown.holdMs ?? UNKNOWN_HOLD_MS,
    codeHoldMs: ifUnknown.holdMs ?? UNKNOWN_CODE_HOLD_MS,
  };
  const search = { now, ...holds, limit: BATCH, onlyBegun: !isWholeDue(db, id, now) };
  return db.transaction(async (tx) => {
    const found = await tx.query<HeldRow>(findHeldStatement(id, search));
    const rows = found.filter(({ hasBegun }) => !hasBegun);
    const given = rows.filter((row) => !resends(row, ifUnknown));
    const again = rows.filter((row) => resends(row, ifUnknown) && row.validUntil > now);
    const moves = again.flatMap((row) => {
      const carrierId = next(row);
      const other = carrierId === null ? undefined : carriers.get(carrierId);
      return carrierId !== null && other?.isUp && resends(row, other.ifUnknown ?? {})
        ? [{ row, carrierId }]
        : [];
    });
    if (moves.length > 0) await tx.query(resendElsewhereStatement(moves));
    const finished = given.map((row) => lost({ ...row, lease: row.dueAt }, now));
    if (finished.length > 0) await tx.query(finishStatement(finished, name, now));
    return { moved: moves.length, givenUp: finished.length };
  });
}

const resends = (row: HeldRow, ifUnknown: UnknownTerms) => isResent(row, { ifUnknown });

function isWholeDue(db: Database, id: number, now: Date): boolean {
  const known = lookedAt.value.get(db) ?? new Map<number, number>();
  lookedAt.value.set(db, known);
  const ageMs = now.getTime() - (known.get(id) ?? Number.NEGATIVE_INFINITY);
  if (ageMs >= 0 && ageMs < WHOLE_EVERY_MS) return false;
  known.set(id, now.getTime());
  return true;
}

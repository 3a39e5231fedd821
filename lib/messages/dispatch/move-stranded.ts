import { loadRoutes } from "@/lib/carriers/route-table";
import type { Database } from "@/lib/db/client";
import {
  findStrandedStatement,
  moveStatement,
  type StrandedRow,
} from "@/lib/messages/dispatch/move-stranded.sql";
import { nextCarrier } from "@/lib/messages/dispatch/next-carrier";

/** Messages moved by one statement, and the most statements of one run. */
const BATCH = 1_000;
const MAX_BATCHES = 10;

const FIRST = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

/**
 * Gives what is due at carriers that are down or switched off to the next carriers of its routes
 * (rules: routes). A message without another one stays, and so does what the carrier has in part, or
 * perhaps has.
 * @returns how many were moved.
 */
export async function moveStranded(db: Database, now: Date): Promise<number> {
  const { carriers } = await loadRoutes(db, now);
  let moved = 0;
  for (const [id, { isUsable, isUp }] of carriers)
    if (!isUp || !isUsable) moved += await moveFrom(db, id, now);
  return moved;
}

async function moveFrom(db: Database, carrierId: number, now: Date): Promise<number> {
  const { carriers } = await loadRoutes(db, now);
  const next = await nextCarrier(db, carrierId, now);
  let moved = 0;
  let after = FIRST;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const found = await db.transaction(async (tx) => {
      const rows = await tx.query<StrandedRow>(findStrandedStatement(carrierId, now, after, BATCH));
      const moves = rows.flatMap((row) => {
        const other = row.hasBegun ? null : next(row);
        return other !== null && carriers.get(other)?.isUp ? [{ row, carrierId: other }] : [];
      });
      if (moves.length > 0) await tx.query(moveStatement(moves));
      moved += moves.length;
      return rows;
    });
    const last = found.at(-1);
    if (!last || found.length < BATCH) break;
    after = { at: last.dueAt, id: last.id };
  }
  return moved;
}

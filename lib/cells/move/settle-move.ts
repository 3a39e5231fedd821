import { removeFenceStatement, turnFenceStatement } from "@/lib/cells/move/guard.sql";
import { turnMoveStatement } from "@/lib/cells/move/home.sql";
import { cellDatabase } from "@/lib/db/cells/cells";
import type { MoveRow } from "@/lib/db/cells/moved.sql";
import type { Database } from "@/lib/db/client";

/** A commit that has taken so long is given up: whoever made it was killed, or stands still. */
export const GIVEN_UP_MS = 2_000;

/**
 * Ends what a command that was killed has left between two cells (rules: moving an account), whoever finds it: the account
 * goes on where it is, in the cell that home names. Safe to repeat, and to do by several at once.
 * @param isGivenUp whether a commit that is under way has taken too long.
 */
export async function settleMove(
  home: Database,
  { move, from, to, state }: MoveRow,
  isGivenUp: boolean,
  now: Date,
): Promise<void> {
  if (state === "moved") {
    await cellDatabase(home, to).query(removeFenceStatement(move));
    return;
  }
  if (state === "committing") {
    if (!isGivenUp) return;
    // Home decides: from here on the move cannot be committed any more, or it has been.
    const turned = await home.query(turnMoveStatement(move, { from: "committing", to: "reopening" }, now));
    if (turned.length === 0) return;
  }
  if (state === "copying") return;
  await cellDatabase(home, to).query(turnFenceStatement(move, "closed", "arriving"));
  await cellDatabase(home, from).query(turnFenceStatement(move, "closed", "leaving"));
  await home.query(turnMoveStatement(move, { from: "reopening", to: "copying" }, now));
}

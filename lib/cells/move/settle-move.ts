import { removeFenceStatement, turnFenceStatement } from "@/lib/cells/move/guard.sql";
import { turnMoveStatement } from "@/lib/cells/move/home.sql";
import { cellDatabase } from "@/lib/db/cells/cells";
import type { MoveRow } from "@/lib/db/cells/moved.sql";
import type { Database } from "@/lib/db/client";

/** The longest time of a commit. After that, the command was killed or does not run, and the commit is given up. */
export const GIVEN_UP_MS = 2_000;

/**
 * Settles a move that a killed command has left between two cells (rules: moving an account): the account goes on in
 * the cell that home names. Safe to repeat, and for several processes at once.
 * @param isGivenUp true if a commit in progress has lasted too long.
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
    // Home decides: after this statement the move can no longer be committed, or it was committed before.
    const turned = await home.query(turnMoveStatement(move, { from: "committing", to: "reopening" }, now));
    if (turned.length === 0) return;
  }
  if (state === "copying") return;
  await cellDatabase(home, to).query(turnFenceStatement(move, "closed", "arriving"));
  await cellDatabase(home, from).query(turnFenceStatement(move, "closed", "leaving"));
  await home.query(turnMoveStatement(move, { from: "reopening", to: "copying" }, now));
}

import { GIVEN_UP_MS, settleMove } from "@/lib/cells/move/settle-move";
import { now } from "@/lib/clock";
import { furtherCells } from "@/lib/db/cells/cells";
import { hasStoodStill, noteLook, readMoved } from "@/lib/db/cells/moved";
import { db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";

/** The interval between two reads of moved accounts. */
const EVERY_MS = 1_000;

/** Reads moved accounts, and settles a move that a killed command has left between two cells. */
export async function lookAtMoves(): Promise<void> {
  const home = db();
  const move = await readMoved(home);
  if (!move || move.state === "copying") return;
  const at = now();
  const isGivenUp = at.getTime() - move.changedAt.getTime() > GIVEN_UP_MS;
  if (isGivenUp || move.state === "reopening") await settleMove(home, move, isGivenUp, at);
}

/**
 * Reads moved accounts at once and each second (rules: moving an account). In a service of one cell it does nothing.
 * @returns `looked`, which resolves after the first read, and the function that ends the reads.
 */
export function watchMoves(): { looked: Promise<void>; stop: () => Promise<void> } {
  if (furtherCells().size === 0) return { looked: Promise.resolve(), stop: async () => {} };
  let running: Promise<void> | undefined;
  let isStopped = false;
  const look = async () => {
    const beganAt = now();
    try {
      await lookAtMoves();
    } catch (error) {
      logFailure(error, {}, "the moved accounts could not be read");
    } finally {
      // A response to a read from before the standstill is too old.
      if (!isStopped && hasStoodStill(now())) noteLook(beganAt);
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    // Later requests wait for the end of the read, and not only for its start.
    if (!hasStoodStill(now())) noteLook(now());
    running ??= look();
  }, EVERY_MS);
  timer.unref();
  noteLook(now());
  running = look();
  return {
    looked: running,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      noteLook(null);
      await running;
    },
  };
}

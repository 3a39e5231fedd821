import { GIVEN_UP_MS, settleMove } from "@/lib/cells/move/settle-move";
import { now } from "@/lib/clock";
import { furtherCells } from "@/lib/db/cells/cells";
import { hasStoodStill, noteLook, readMoved } from "@/lib/db/cells/moved";
import { db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";

/** How often a process reads which accounts have moved. */
const EVERY_MS = 1_000;

/** Reads which accounts have moved, and ends what a killed command has left between two cells. */
export async function lookAtMoves(): Promise<void> {
  const home = db();
  const move = await readMoved(home);
  if (!move || move.state === "copying") return;
  const at = now();
  const isGivenUp = at.getTime() - move.changedAt.getTime() > GIVEN_UP_MS;
  if (isGivenUp || move.state === "reopening") await settleMove(home, move, isGivenUp, at);
}

/**
 * Keeps this process in the know of accounts that move (rules: moving an account): it looks at once, and each second. Where
 * there is one cell, it does nothing.
 * @returns `looked`, when it has looked for the first time, and what ends it.
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
      logFailure(error, {}, "it cannot be read which accounts have moved");
    } finally {
      // What was asked before it stood still says nothing of the time since.
      if (!isStopped && hasStoodStill(now())) noteLook(beganAt);
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    // Who is asked something after that waits until it has been read, and not only begun to be.
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

import { setImmediate as nextTurn } from "node:timers/promises";

/** Waits for so many turns of the event loop. In each turn, everything that is ready in this process goes on. */
export async function loopTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

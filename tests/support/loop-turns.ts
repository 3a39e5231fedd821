import { setImmediate as nextTurn } from "node:timers/promises";

/** Waits for a number of turns of the event loop. In each turn all ready work of this process continues. */
export async function loopTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

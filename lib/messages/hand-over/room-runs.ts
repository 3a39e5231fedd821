import type { Database } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";

/** The longest time for which runs look only at carriers with new room. A run for all carriers finds newly due messages. */
const MAX_PARTIAL_MS = 500;

type State = {
  /** The number of wake-ups, the part of them for new room, and both numbers at the last run. */
  wakes: number;
  roomWakes: number;
  seen: { wakes: number; roomWakes: number };
  carriers: Set<number>;
  /** Carriers for which messages may wait: the last run had no room for all due messages. */
  short: Set<number>;
  hasMore: boolean;
  wholeAt: number;
};

/** The states of the cells, by number. */
const states = processWide("gatewayRoomRuns", () => new Map<number, State>());

function stateOf(cell: number): State {
  const existing = states.value.get(cell);
  if (existing) return existing;
  const made: State = {
    wakes: 0,
    roomWakes: 0,
    seen: { wakes: 0, roomWakes: 0 },
    carriers: new Set(),
    short: new Set(),
    hasMore: true,
    wholeAt: Number.NEGATIVE_INFINITY,
  };
  states.value.set(cell, made);
  return made;
}

/** Counts a wake-up of dispatch. */
export function noteDispatchWake(cell: number): void {
  stateOf(cell).wakes++;
}

/** Notes whether messages wait for room of a carrier, as far as this process knows. */
export function noteShort(cell: number, carrierId: number, isShort: boolean): void {
  const { short } = stateOf(cell);
  if (isShort) short.add(carrierId);
  else short.delete(carrierId);
}

/** Returns whether messages wait for room of a carrier: new messages must not overtake them. */
export function isShort(cell: number, carrierId: number): boolean {
  return stateOf(cell).short.has(carrierId);
}

/** Wakes dispatch for a carrier with new room, if messages wait for it. */
export function wakeForRoom(db: Pick<Database, "wake" | "cell">, carrierId: number): void {
  const state = stateOf(db.cell);
  if (!state.short.has(carrierId)) return;
  state.roomWakes++;
  state.carriers.add(carrierId);
  db.wake("dispatch");
}

/** Which carriers a run that begins now looks at: those with new room, where it was woken for nothing else; null for all. */
export function beginRun(cell: number): ReadonlySet<number> | null {
  const state = stateOf(cell);
  const { wakes, roomWakes, seen, carriers, hasMore, wholeAt } = state;
  const byRoom = roomWakes - seen.roomWakes;
  const isForRoom = byRoom > 0 && wakes - seen.wakes === byRoom;
  const at = performance.now();
  const isPartial = isForRoom && !hasMore && at - wholeAt < MAX_PARTIAL_MS;
  Object.assign(state, { seen: { wakes, roomWakes }, carriers: new Set(), hasMore: true });
  if (!isPartial) state.wholeAt = at;
  return isPartial ? carriers : null;
}

/** A run has ended; a failed one never does, and the next one looks at all carriers. */
export function endRun(cell: number, hasMore: boolean): void {
  stateOf(cell).hasMore = hasMore;
}

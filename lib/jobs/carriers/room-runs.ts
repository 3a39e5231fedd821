import type { Database } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";

/** How long only carriers with new room are looked at. Then all are: what is due by its time alone is found. */
const MAX_PARTIAL_MS = 500;

type State = {
  /** How often dispatch was woken, and how often of these by room alone; both as of the last run as well. */
  wakes: number;
  roomWakes: number;
  seen: { wakes: number; roomWakes: number };
  carriers: Set<number>;
  hasMore: boolean;
  wholeAt: number;
};

const state = processWide(
  "gatewayRoomRuns",
  (): State => ({
    ...{ wakes: 0, roomWakes: 0, seen: { wakes: 0, roomWakes: 0 } },
    ...{ carriers: new Set(), hasMore: true, wholeAt: Number.NEGATIVE_INFINITY },
  }),
);

/** Dispatch was woken in this process, whatever for. */
export function noteDispatchWake(): void {
  state.value.wakes++;
}

/** Wakes dispatch since a carrier has room again: nobody else's messages are due for that. */
export function wakeForRoom(db: Pick<Database, "wake">, carrierId: number): void {
  state.value.roomWakes++;
  state.value.carriers.add(carrierId);
  db.wake("dispatch");
}

/** Which carriers a run that begins now looks at: those with new room, where it was woken for nothing else; null for all. */
export function beginRun(): ReadonlySet<number> | null {
  const { wakes, roomWakes, seen, carriers, hasMore, wholeAt } = state.value;
  const byRoom = roomWakes - seen.roomWakes;
  const isForRoom = byRoom > 0 && wakes - seen.wakes === byRoom;
  const at = performance.now();
  const isPartial = isForRoom && !hasMore && at - wholeAt < MAX_PARTIAL_MS;
  Object.assign(state.value, { seen: { wakes, roomWakes }, carriers: new Set(), hasMore: true });
  if (!isPartial) state.value.wholeAt = at;
  return isPartial ? carriers : null;
}

/** A run has ended; a failed one never does, and the next one looks at all carriers. */
export function endRun(hasMore: boolean): void {
  state.value.hasMore = hasMore;
}

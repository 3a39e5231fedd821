import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HOME_CELL } from "@/lib/cell-numbers";
import {
  beginRun,
  endRun,
  noteDispatchWake,
  noteShort,
  wakeForRoom,
} from "@/lib/messages/hand-over/room-runs";

// As in a process with jobs: every wake-up is noted.
const database = { cell: HOME_CELL, wake: () => noteDispatchWake(HOME_CELL) };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  for (const carrier of [1, 2]) noteShort(HOME_CELL, carrier, true);
  noteDispatchWake(HOME_CELL);
  beginRun(HOME_CELL);
  endRun(HOME_CELL, false);
});
afterEach(() => void vi.useRealTimers());

it("looks at the carriers with new room alone, where nothing else is known", () => {
  wakeForRoom(database, 1);
  wakeForRoom(database, 2);
  expect(beginRun(HOME_CELL)).toEqual(new Set([1, 2]));
  endRun(HOME_CELL, false);
  wakeForRoom(database, 2);
  expect(beginRun(HOME_CELL)).toEqual(new Set([2]));
});

it.each<[string, () => void]>([
  ["something else woke it as well", () => noteDispatchWake(HOME_CELL)],
  ["half a second is over", () => vi.advanceTimersByTime(500)],
  ["the run before left more", () => endRun(HOME_CELL, true)],
  ["the run before has failed", () => void beginRun(HOME_CELL)],
])("looks at all where %s", (_, happens) => {
  happens();
  wakeForRoom(database, 1);
  expect(beginRun(HOME_CELL)).toBeNull();
  endRun(HOME_CELL, false);
  wakeForRoom(database, 1);
  expect(beginRun(HOME_CELL)).toEqual(new Set([1]));
});

it("looks at all where nobody woke it: its time has come", () => {
  expect(beginRun(HOME_CELL)).toBeNull();
});

it("is not woken by the room of a carrier that nothing waits for", () => {
  noteShort(HOME_CELL, 1, false);
  wakeForRoom(database, 1);
  wakeForRoom(database, 2);
  expect(beginRun(HOME_CELL)).toEqual(new Set([2]));
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginRun, endRun, noteDispatchWake, wakeForRoom } from "@/lib/jobs/carriers/room-runs";

// As in a process with jobs: every wake-up is noted.
const database = { wake: () => noteDispatchWake() };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  noteDispatchWake();
  beginRun();
  endRun(false);
});
afterEach(() => void vi.useRealTimers());

it("looks at the carriers with new room alone, where nothing else is known", () => {
  wakeForRoom(database, 1);
  wakeForRoom(database, 2);
  expect(beginRun()).toEqual(new Set([1, 2]));
  endRun(false);
  wakeForRoom(database, 2);
  expect(beginRun()).toEqual(new Set([2]));
});

it.each<[string, () => void]>([
  ["something else woke it as well", () => noteDispatchWake()],
  ["half a second is over", () => vi.advanceTimersByTime(500)],
  ["the run before left more", () => endRun(true)],
  ["the run before has failed", () => void beginRun()],
])("looks at all where %s", (_, happens) => {
  happens();
  wakeForRoom(database, 1);
  expect(beginRun()).toBeNull();
  endRun(false);
  wakeForRoom(database, 1);
  expect(beginRun()).toEqual(new Set([1]));
});

it("looks at all where nobody woke it: its time has come", () => {
  expect(beginRun()).toBeNull();
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RoomTeller } from "@/lib/carriers/smpp/room-teller";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const at = { room: 0, told: 0 };
  const teller = new RoomTeller({ room: () => at.room, enough: () => 5, tell: () => void at.told++ });
  const freed = (room: number) => {
    at.room = room;
    teller.changed();
  };
  const used = (room: number) => {
    at.room = room;
    teller.used();
  };
  return { at, teller, freed, used };
}

it("tells at once of enough room, and of less once a moment is over", () => {
  const { at, freed, used } = start();
  freed(5);
  expect(at.told).toBe(1);
  used(0);
  for (const room of [1, 2, 3]) freed(room);
  vi.advanceTimersByTime(19);
  expect(at.told).toBe(1);
  vi.advanceTimersByTime(1);
  expect(at.told).toBe(2);
});

it("does not tell once more of what it has told of, but of as much again, and of the rest after a moment", () => {
  const { at, freed, used } = start();
  freed(2);
  freed(5);
  vi.advanceTimersByTime(40);
  freed(9);
  expect(at.told).toBe(1);
  freed(10);
  expect(at.told).toBe(2);
  used(0);
  freed(1);
  vi.advanceTimersByTime(20);
  expect(at.told).toBe(3);
  // No message used the room, because none waited.
  freed(2);
  vi.advanceTimersByTime(20);
  expect(at.told).toBe(4);
});

it("tells of room that comes back after all of it was gone, though nobody used it", () => {
  const { at, freed } = start();
  freed(10);
  freed(0);
  freed(1);
  vi.advanceTimersByTime(20);
  expect(at.told).toBe(2);
});

it("does not tell of room that is gone, nor after its end", () => {
  const { at, teller, freed } = start();
  freed(1);
  at.room = 0;
  vi.advanceTimersByTime(40);
  freed(1);
  teller.stop();
  vi.advanceTimersByTime(40);
  freed(0);
  vi.advanceTimersByTime(40);
  expect(at.told).toBe(0);
});

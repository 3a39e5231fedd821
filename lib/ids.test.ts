import { afterEach, describe, expect, it, vi } from "vitest";
import { cellNamedBy, idAt, isId, newId, newMessageId } from "@/lib/ids";

afterEach(() => vi.useRealTimers());

const many = (count: number) => Array.from({ length: count }, newId);

describe("newId", () => {
  it("is a UUIDv7 of the present", () => {
    const before = Date.now();
    const id = newId();
    expect(isId(id)).toBe(true);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const ms = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
    expect(ms).toBeGreaterThanOrEqual(before);
    expect(ms).toBeLessThanOrEqual(Date.now());
  });

  it("sorts by when it was made, within a millisecond too", () => {
    const ids = many(20_000);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("goes on counting up when the clock is set back", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    const later = newId();
    vi.setSystemTime(Date.now() - 120_000);
    const [next = "", last = ""] = many(2);
    expect(later < next && next < last).toBe(true);
  });

  it("is above what `idAt` says of its millisecond, and below what it says of the next", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 180_000 });
    const id = newId();
    const made = Date.now();
    expect(idAt(new Date(made)) < id && id < idAt(new Date(made + 1))).toBe(true);
  });

  it("repeats no random bytes", () => {
    const ends = many(2_000).map((id) => id.slice(-12));
    expect(new Set(ends).size).toBe(ends.length);
  });
});

describe("newMessageId", () => {
  it("names its cell, sorts as any id does, and is as random at home", () => {
    const ids = Array.from({ length: 1_000 }, () => newMessageId(49));
    expect(ids).toEqual(ids.toSorted());
    expect(ids.every((id) => isId(id) && cellNamedBy(id) === 49)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(newMessageId(2).slice(-2)).toBe("02");
    expect(new Set(Array.from({ length: 1_000 }, () => cellNamedBy(newMessageId(1)))).size).toBeGreaterThan(
      100,
    );
  });
});

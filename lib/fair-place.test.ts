import { expect, it } from "vitest";
import { hasFairPlace } from "@/lib/fair-place";

/** Lets each name take as many places as it gets, one name after the other. */
function fill(names: number, most: number): number[] {
  const taken = Array.from({ length: names }, () => 0);
  for (const index of taken.keys()) {
    while (hasFairPlace(taken[index] ?? 0, taken.filter((count) => count > 0).length, most)) {
      taken[index] = (taken[index] ?? 0) + 1;
    }
  }
  return taken;
}

it("gives one name all places, and those who come later a share", () => {
  expect(fill(1, 100)).toEqual([100]);
  expect(fill(4, 100)).toEqual([100, 50, 33, 25]);
});

it("has a place for a newcomer however many wait, and bounds them all together", () => {
  const taken = fill(100, 1_000);
  expect(Math.min(...taken)).toBeGreaterThanOrEqual(10);
  expect(taken.reduce((sum, count) => sum + count, 0)).toBeLessThan(6_500);
});

it("has none for more names than there are places", () => {
  const taken = fill(300, 100);
  expect(taken.filter((count) => count > 0)).toHaveLength(100);
});

import { expect, it } from "vitest";
import { mapInSlices } from "@/lib/parsing/map-in-slices";
import { countTurns } from "@/tests/support/count-turns";

const values = Array.from({ length: 10_000 }, (_, index) => index);

it("maps a long list in its order, and lets others have their turn between slices", async () => {
  const turns = countTurns();
  const doubled = await mapInSlices(values, 500, (value) => 2 * value);
  expect(turns.end()).toBeGreaterThanOrEqual(19);
  expect(doubled).toEqual(values.map((value) => 2 * value));
});

it("maps a short list at once", async () => {
  const turns = countTurns();
  expect(await mapInSlices(values.slice(0, 500), 500, String)).toHaveLength(500);
  expect(turns.end()).toBe(0);
});

import { expect, it } from "vitest";
import { medianOf, percentilesOf } from "@/bench/lib/base/percentiles";
import { tableOf } from "@/bench/lib/base/table";

it("returns values of the list at their nearest rank, whatever its order", () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentilesOf(values)).toEqual({ p50: 100, p99: 198, max: 200 });
  expect(percentilesOf([7])).toEqual({ p50: 7, p99: 7, max: 7 });
  expect(percentilesOf([]).p99).toBeNaN();
  expect([medianOf([9, 1, 5]), medianOf([4, 3])]).toEqual([5, 3]);
});

it("writes a table with its figures below their heading", () => {
  expect(
    tableOf(
      ["sends", "a second", "p99, ms"],
      [
        ["json", 12_345.4, 7.06],
        ["form, 16", null, 150.5],
      ],
    ),
  ).toBe(
    ["sends     a second  p99, ms", "json        12,345      7.1", "form, 16         ?      151"].join("\n"),
  );
});

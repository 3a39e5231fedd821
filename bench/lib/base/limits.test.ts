import { expect, it } from "vitest";
import { brokenLimits } from "@/bench/lib/base/limits";

it("names limits that are broken with their figures", () => {
  expect(
    brokenLimits([
      { name: "a", figure: 360, least: 360 },
      { name: "b", figure: 359.96, least: 360 },
      { name: "c", figure: 3_999, least: 4_000 },
      { name: "d", figure: 10, most: 10 },
      { name: "e", figure: 10.26, most: 10 },
      { name: "f", figure: Number.NaN, most: 10 },
      { name: "g", figure: Number.NaN, least: 1 },
    ]),
  ).toEqual([
    "b: 360, under 360.",
    "c: 3,999, under 4,000.",
    "e: 10.3, over 10.",
    "f: NaN, over 10.",
    "g: NaN, under 1.",
  ]);
});

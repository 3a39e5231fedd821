import { expect, it } from "vitest";
import { countMark, moneyMark } from "@/components/charts/axis-marks";

it.each([
  [0, "0", "$0"],
  [9_500, "9,500", "$9,500"],
  [25_500, "25.5k", "$25.5k"],
  [160_000, "160k", "$160k"],
  [1_250_000, "1.25M", "$1.25M"],
  [-40_000, "-40k", "−$40k"],
])("writes %d beside an axis as %s, and as %s of money", (value, count, money) => {
  expect([countMark(value), moneyMark(value)]).toEqual([count, money]);
  expect(money.length).toBeLessThanOrEqual(7);
});

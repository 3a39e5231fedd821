import { describe, expect, it } from "vitest";
import { brokenLimits, readCarriersOptions } from "@/bench/lib/carriers/options";

describe("the options of the benchmark of carriers", () => {
  it("have limits of their own, which may be changed", () => {
    expect(readCarriersOptions([])).toEqual({
      only: "",
      withKannel: true,
      profile: undefined,
      isBesideDead: false,
      isOfSends: false,
      rounds: 3,
      seconds: 20,
      limits: { rate: 4_000, latencyRate: 360, deadPercent: 10 },
    });
    const args =
      "--rate 2000 --latency-rate 100 --dead --dead-percent 0 --rounds 5 --seconds 9 --without-kannel";
    expect(readCarriersOptions(args.split(" "))).toMatchObject({
      withKannel: false,
      isBesideDead: true,
      rounds: 5,
      seconds: 9,
      limits: { rate: 2_000, latencyRate: 100, deadPercent: 0 },
    });
  });

  it.each([["--rate", "fast"], ["--fast"], ["window"], ["--rounds"]])(
    "are refused with the usage: %s %s",
    (...args) => {
      expect(() => readCarriersOptions(args)).toThrow("Usage: npm run bench -- carriers");
    },
  );
});

it("limits that are broken are named with their figures", () => {
  expect(
    brokenLimits([
      { name: "a", figure: 360, least: 360 },
      { name: "b", figure: 359.96, least: 360 },
      { name: "c", figure: 3_999, least: 4_000 },
      { name: "d", figure: 10, most: 10 },
      { name: "e", figure: 10.26, most: 10 },
      { name: "f", figure: Number.NaN, most: 10 },
      { name: "g", figure: Number.NaN, least: 1 },
      { name: "h", figure: 1 },
    ]),
  ).toEqual([
    "b: 360, under 360.",
    "c: 3,999, under 4,000.",
    "e: 10.3, over 10.",
    "f: NaN, over 10.",
    "g: NaN, under 1.",
  ]);
});

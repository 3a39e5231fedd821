import { expect, it } from "vitest";
import { readOptions } from "@/bench/lib/base/options";

const USAGE = "Usage: npm run bench";
const read = (line: string) =>
  readOptions(USAGE, { quick: false, seconds: 20, only: "" }, line.split(" ").filter(Boolean));

it("reads options beside their defaults, and other words", () => {
  expect(read("")).toEqual({ quick: false, seconds: 20, only: "", words: [] });
  expect(read("2 --quick --seconds 0 --only form")).toEqual({
    quick: true,
    seconds: 0,
    only: "form",
    words: ["2"],
  });
});

it.each(["--fast", "--seconds", "--seconds 1.5", "--seconds -1", "--seconds ten", "--quick=3"])(
  "refuses %s with the usage",
  (line) => {
    expect(() => read(line)).toThrow(USAGE);
  },
);

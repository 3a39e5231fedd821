import { expect, it } from "vitest";
import { summary } from "@/scripts/lib/test-results";

const handlers = { passed: 20, failed: 0, skipped: 1 };
const next = { passed: 7, failed: 2, skipped: 0 };

it("tells of each run, and in the last line what they come to", () => {
  const results = new Map([
    ["by the handlers themselves", handlers],
    ["by Next", next],
  ]);
  expect(summary(results).split("\n")).toEqual([
    "by the handlers themselves: 20 passed, 0 failed, 1 skipped",
    "by Next: 7 passed, 2 failed",
    "27 passed, 2 failed, 1 skipped",
  ]);
});

it("tells of one run in one line", () => {
  expect(summary(new Map([["by Next", next]]))).toBe("7 passed, 2 failed");
});

import { expect, test } from "vitest";
import { explainedOutcome } from "@/app/admin/networks/_components/explained-error";

test.each([
  [{ action: "refused", delayMs: 0, tries: null }, "Fail the message"],
  [
    { action: "later", delayMs: 1_500, tries: 5 },
    "Retry after 1.5 s, up to 5 tries, then use the next network",
  ],
  [{ action: "later", delayMs: 30_000, tries: 1 }, "Use the next network"],
  [{ action: "later", delayMs: 3_600_000, tries: null }, "Retry after 3,600 s until the message expires"],
] as const)("%j is explained as %s", (outcome, words) => {
  expect(explainedOutcome(outcome)).toBe(words);
});

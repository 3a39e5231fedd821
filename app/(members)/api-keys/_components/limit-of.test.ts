import { expect, test } from "vitest";
import { limitOf } from "@/app/(members)/api-keys/_components/limit-of";

test.each([
  ["20.50", "20.50"],
  ["$ 1,250,000.00", "1250000.00"],
  // The comma is kept, so that the server refuses the amount. Without it the limit would be a hundred times
  // higher.
  ["20,50", "20,50"],
  ["1,2345", "1,2345"],
  [" ", undefined],
  [undefined, undefined],
])("the limit %j is sent as %j", (typed, sent) => {
  expect(limitOf(typed)).toBe(sent);
});

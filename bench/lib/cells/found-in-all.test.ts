import { expect, it } from "vitest";
import type { Found } from "@/bench/lib/books";
import { foundInAll } from "@/bench/lib/cells/found-in-all";
import { disagreements } from "@/bench/lib/disagreements";

const NOTHING = { accounts: [], unasked: 0, unbilled: 0, unsent: 0, strays: 0, undelivered: 0 };
const found = (lost: number, more: Partial<Found> = {}): Found => ({
  ...NOTHING,
  answered: 10,
  different: 10,
  lost,
  ...more,
});
const expected = { messages: 10, unanswered: 0, perRequest: 1, microsEach: 1n, sent: true };

it("agrees where each message is in one of the cells", () => {
  const all = foundInAll([found(6), found(7), found(7)]);
  expect(all).toEqual(found(0));
  expect(disagreements(all, expected)).toEqual([]);
});

it("names what no cell has, what two have, and what any of them lacks", () => {
  expect(disagreements(foundInAll([found(6), found(5)]), expected)).toEqual([
    "1 messages were answered and are not there",
  ]);
  expect(disagreements(foundInAll([found(4), found(5)]), expected)).toEqual([
    "-1 messages were answered and are not there",
  ]);
  const lacking = foundInAll([found(5, { unbilled: 1 }), found(5, { unbilled: 2, strays: 1 })]);
  expect(disagreements(lacking, expected)).toHaveLength(2);
});

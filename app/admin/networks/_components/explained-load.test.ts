import { expect, test } from "vitest";
import { explainedLinkLoad, explainedLoad } from "@/app/admin/networks/_components/explained-load";

const LOAD = { perSecond: 24.8, tps: 50, allowed: 50, inUse: 3, window: 20, processes: 1 };

test.each([
  ["as its settings allow", {}, true, "Sending 24.8 of 50 parts per second."],
  [
    "slowed down",
    { allowed: 25 },
    true,
    "Sending 24.8 of 50 parts per second. Slowed to 25 per second: the network asked for less.",
  ],
  [
    "paused",
    { allowed: 0, perSecond: 0 },
    true,
    "Sending 0 of 50 parts per second. Paused: the network asked for less.",
  ],
  [
    "by HTTP",
    { tps: 1_000, allowed: 1_000 },
    false,
    "Sending 24.8 of 1,000 messages per second. 3 of 20 requests under way.",
  ],
  [
    "by HTTP, from several processes",
    { processes: 2 },
    false,
    "Sending 24.8 of 50 messages per second. 3 of 20 requests under way. Total of 2 server processes.",
  ],
])("a network’s load is told: %s", (_, more, hasLinks, said) => {
  expect(explainedLoad({ ...LOAD, ...more }, hasLinks)).toBe(said);
});

test("a connection’s load is what goes by it and how much of its window is in use", () => {
  expect(explainedLinkLoad({ perSecond: 12.4, inUse: 3, window: 10 })).toBe(
    "12.4 per second, 3 of 10 in the window",
  );
});

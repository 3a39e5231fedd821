import { expect, it } from "vitest";
import type { Figures } from "@/bench/lib/figures/figures";
import { goalsOf, ratiosOf } from "@/bench/lib/figures/ratios";
import { goalLines, tableOf } from "@/bench/lib/figures/table";

function figures(overrides: Partial<Figures>): Figures {
  return {
    name: "one",
    connections: 16,
    unit: "messages",
    seconds: 10,
    rate: 100,
    requests: 1000,
    messages: 1000,
    errors: 0,
    samples: [],
    p50Ms: 1,
    p99Ms: 2,
    maxMs: 3,
    carrier: null,
    settledMs: null,
    wrong: [],
    peakMiB: { server: 500, database: null },
    microsEach: { server: 200, database: 100, load: null },
    beside: {},
    ...overrides,
  };
}

const peer = figures({ name: "kannel, single @16", rate: 2_000, p99Ms: 10 });
const ceiling = figures({ name: "SQL alone, 1 account @16", rate: 8_000 });
const single = figures({
  name: "single json, 1 account @16",
  rate: 5_000,
  p99Ms: 11,
  carrier: { p50Ms: 5, p99Ms: 9, backlog: { messages: 3, ageMs: 1_200 }, emptyAfterMs: 60 },
  beside: { bare: "not measured @16", ceiling: ceiling.name, peer: peer.name },
});
const all = [peer, ceiling, single];

it("divides by what was measured, and says nothing where it was not", () => {
  expect(ratiosOf(single, all)).toEqual({ bare: null, ceiling: 0.625, dispatching: null, peer: 2.5 });
  expect(ratiosOf(peer, all)).toEqual({ bare: null, ceiling: null, dispatching: null, peer: null });
  expect(ratiosOf(single, [single, figures({ name: peer.name, rate: 0 })]).peer).toBeNull();
});

it("holds single sends against what they have to reach", () => {
  expect(goalLines(goalsOf(all)).split("\n")).toEqual([
    "reached      single json, 1 account @16: at most 450 us each: 300 us",
    "reached      single json, 1 account @16: at least 0.6 times Kannel: 2.50",
    "not reached  single json, 1 account @16: p99 at most 8 ms: 11.0 ms",
    "not reached  single json, 1 account @16: backlog under 1 s after 10 s: 3 messages, 1200 ms",
  ]);
  const dear = { ...single, name: "single json, 1 account @64", carrier: null, beside: {} };
  expect(goalLines(goalsOf([dear]))).toBe(
    "not reached  single json, 1 account @64: at most 250 us each: 300 us",
  );
  expect(goalsOf([{ ...dear, microsEach: { server: 200, database: null, load: 1 } }])).toEqual([]);
});

it("compares bulk sends and webhooks with Kannel's, and the last minute of memory with the first", () => {
  const bulk = figures({ name: "bulk of 1,000, 1 account @4", rate: 5_999, beside: { peer: peer.name } });
  expect(goalsOf([peer, bulk])).toMatchObject([{ reached: false, measured: "3.00" }]);
  const hooked = figures({
    name: "end to end with webhooks, 16 accounts @16",
    rate: 2_000,
    beside: { peer: peer.name },
  });
  expect(goalsOf([peer, hooked])).toMatchObject([
    { reached: true, measured: "300 us" },
    { reached: true, measured: "1.00" },
  ]);
  const memoryMiB = {
    server: [...Array<number>(60).fill(100), ...Array<number>(60).fill(300), ...Array<number>(60).fill(109)],
    database: [...Array<number>(120).fill(100), ...Array<number>(60).fill(120)],
  };
  expect(goalsOf([figures({ memoryMiB })])).toMatchObject([
    { reached: true, measured: "100 MiB, then 109 MiB" },
    { reached: false, measured: "100 MiB, then 120 MiB" },
  ]);
});

it("writes a line for each, under its heading", () => {
  const lines = tableOf(all).split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(
    /^single json, 1 account @16 +5,000 +1\.0 +11\.0 +0 +5, 9 +3, 1200 +0\.1 +500, \? +200 +100 +\? +0\.63 +2\.50$/,
  );
  const end = (line: string | undefined, text: string) => (line?.indexOf(text) ?? 0) + text.length;
  expect(end(lines[0], "a second")).toBe(end(lines[3], "5,000"));
  expect(end(lines[0], "x SQL")).toBe(end(lines[3], "0.63"));
});

import { expect, it } from "vitest";
import type { Figures } from "@/bench/lib/figures/figures";
import { medianOf } from "@/bench/lib/figures/medians";

function round(rate: number, overrides: Partial<Figures> = {}): Figures {
  return {
    name: "single @16",
    connections: 16,
    unit: "messages",
    seconds: 10,
    rate,
    requests: rate * 10,
    messages: rate * 10,
    errors: 0,
    samples: [],
    p50Ms: 1,
    p99Ms: rate / 10,
    maxMs: rate,
    wrong: [],
    carrier: null,
    settledMs: null,
    beside: {},
    peakMiB: { server: rate, database: null },
    microsEach: { server: rate, database: null, load: 1 },
    ...overrides,
  };
}

it("takes the middle of each figure, whichever round it is of", () => {
  const rounds = [round(300, { p99Ms: 5 }), round(100), round(200, { p99Ms: 90 })];
  expect(medianOf(rounds)).toMatchObject({
    name: "single @16",
    rate: 200,
    messages: 2_000,
    p99Ms: 10,
    maxMs: 300,
    settledMs: null,
    peakMiB: { server: 200, database: null },
    microsEach: { server: 200, database: null, load: 1 },
  });
});

it("keeps what went wrong in any round", () => {
  const wrong = [
    round(1, { errors: 2, samples: ["500"] }),
    round(2),
    round(3, { errors: 1, wrong: ["lost"] }),
  ];
  expect(medianOf(wrong)).toMatchObject({ errors: 3, samples: ["500"], wrong: ["lost"] });
});

it("leaves out what a round does not know", () => {
  const carrier = (ageMs: number, emptyAfterMs: number | null) => ({
    carrier: { p50Ms: 1, p99Ms: 2, backlog: { messages: 3, ageMs }, emptyAfterMs },
  });
  const rounds = [round(1, carrier(30, null)), round(2), round(3, carrier(10, 7))];
  expect(medianOf(rounds).carrier).toMatchObject({ backlog: { messages: 3, ageMs: 10 }, emptyAfterMs: 7 });
  expect(medianOf([round(4)])).toEqual(round(4));
});

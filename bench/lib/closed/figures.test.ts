import { expect, it } from "vitest";
import { type Figures, figuresTable, medianFigures, type Numbers } from "@/bench/lib/closed/figures";

const NOTHING = { p50: null, waiting: null, waitingMs: null, load: null, serverMiB: null, databaseMiB: null };
const round = (rate: number, overrides: Partial<Numbers> = {}, more: Partial<Figures> = {}): Figures => ({
  name: "single json, 1 account @16",
  peer: "kannel, single @16",
  numbers: { ...NOTHING, rate, p99: rate / 10, server: 200, database: null, ...overrides },
  errors: 0,
  samples: [],
  wrong: [],
  ...more,
});

it("takes the middle of each figure, whichever round it is of, and leaves out what is not known", () => {
  const rounds: [Figures, ...Figures[]] = [
    round(300, { p99: 5, waiting: 7 }),
    round(100),
    round(200, { p99: 90 }),
  ];
  expect(medianFigures(rounds).numbers).toMatchObject({ rate: 200, p99: 10, waiting: 7, database: null });
});

it("keeps everything that went wrong in any round", () => {
  const bad = [
    round(1, {}, { errors: 2, samples: ["500"] }),
    round(2, {}, { errors: 1, wrong: ["lost"] }),
  ] as const;
  expect(medianFigures(bad)).toMatchObject({ errors: 3, samples: ["500"], wrong: ["lost"] });
});

it("writes a line for each scenario, with its rate beside the other product's", () => {
  const peer = round(2_000, { p99: 7.25 }, { name: "kannel, single @16", peer: "none" });
  const [head, ...lines] = figuresTable([peer, round(5_000)]).split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(
    /^single json, 1 account @16 +5,000 +\? +500 +\? +\? +200 +\? +\? +\? +\? +0 +2\.50$/,
  );
  expect((head?.indexOf("a second") ?? 0) + 8).toBe((lines[1]?.indexOf("5,000") ?? 0) + 5);
});

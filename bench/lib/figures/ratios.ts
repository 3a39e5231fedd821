import type { Beside, Figures } from "@/bench/lib/figures/figures";

const KINDS = ["bare", "ceiling", "dispatching", "peer"] as const;

export type Ratios = Record<(typeof KINDS)[number], number | null>;

/** How many times as fast as each scenario that it is compared with. Null where that was not measured. */
export function ratiosOf(figures: Figures, all: readonly Figures[]): Ratios {
  const ratio = (kind: keyof Beside) => {
    const other = all.find(({ name }) => name === figures.beside[kind]);
    return other && other.rate > 0 ? figures.rate / other.rate : null;
  };
  return Object.fromEntries(KINDS.map((kind) => [kind, ratio(kind)])) as Ratios;
}

/** A target, and what was measured. */
export type Goal = { goal: string; reached: boolean; measured: string };

/** What a message may cost in server and database together, by the scenario's name. */
const MOST_MICROS: readonly (readonly [scenario: RegExp, micros: number])[] = [
  [/^single json, .* @1$/, 1_200],
  [/^single json, .* @16$/, 450],
  [/^single json, .* @64$/, 250],
  [/^single json, .* @256$/, 220],
  [/^end to end with webhooks, /, 600],
];

/** How many times as fast as Kannel at the same work. */
const LEAST_TIMES_KANNEL: readonly (readonly [scenario: RegExp, times: number])[] = [
  [/^single json, .* @16$/, 0.6],
  [/^single json, .* @64$/, 1],
  [/^single json, .* @256$/, 1.5],
  [/^end to end with webhooks, /, 1],
  [/^bulk of 1,000, /, 3],
];

/** The longest that all but one of a hundred answers take. */
const MOST_P99_MS: readonly (readonly [scenario: RegExp, ms: number])[] = [[/^single json, .* @16$/, 8]];

/** How long what waits for the carrier may have waited when the load ends. */
const MAX_BACKLOG_MS = 1_000;

/** What a message costs, how fast it is beside Kannel, the backlog and memory: each target, and what was measured. */
export function goalsOf(all: readonly Figures[]): Goal[] {
  return all.flatMap((figures) => {
    const { name, p99Ms, carrier, seconds, microsEach } = figures;
    const limitOf = (limits: readonly (readonly [RegExp, number])[]) =>
      limits.find(([scenario]) => scenario.test(name))?.[1];
    const goals: Goal[] = [];
    const [micros, times, ms] = [MOST_MICROS, LEAST_TIMES_KANNEL, MOST_P99_MS].map(limitOf);
    const { server, database } = microsEach;
    if (micros !== undefined && server !== null && database !== null) {
      const each = Math.round(server + database);
      goals.push({
        goal: `${name}: at most ${micros} us each`,
        reached: each <= micros,
        measured: `${each} us`,
      });
    }
    const { peer } = ratiosOf(figures, all);
    if (times !== undefined && peer !== null) {
      const goal = `${name}: at least ${times} times Kannel`;
      goals.push({ goal, reached: peer >= times, measured: peer.toFixed(2) });
    }
    if (ms !== undefined) {
      goals.push({
        goal: `${name}: p99 at most ${ms} ms`,
        reached: p99Ms <= ms,
        measured: `${p99Ms.toFixed(1)} ms`,
      });
    }
    if (/^single json, /.test(name) && carrier) {
      const { messages, ageMs } = carrier.backlog;
      const goal = `${name}: backlog under 1 s after ${Math.round(seconds)} s`;
      const measured = `${messages} messages, ${Math.round(ageMs)} ms`;
      goals.push({ goal, reached: ageMs < MAX_BACKLOG_MS, measured });
    }
    if (figures.memoryMiB) goals.push(...flat(name, figures.memoryMiB));
    return goals;
  });
}

const MINUTE = 60;
const GROWTH = 1.1;

/** Whether memory in the last minute is that of the first, in a run of two minutes or more. */
function flat(name: string, memory: { server: number[]; database: number[] }): Goal[] {
  return (["server", "database"] as const).flatMap((which) => {
    const samples = memory[which];
    if (samples.length < 2 * MINUTE) return [];
    const [first, last] = [mean(samples.slice(0, MINUTE)), mean(samples.slice(-MINUTE))];
    const measured = `${Math.round(first)} MiB, then ${Math.round(last)} MiB`;
    return [{ goal: `${name}: memory of the ${which} is flat`, reached: last <= first * GROWTH, measured }];
  });
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

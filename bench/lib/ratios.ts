import type { Beside, Figures } from "@/bench/lib/figures";

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

const SINGLE = /^single json, .* @(16|64)$/;

/** The targets of single sends, bulk sends, the backlog and memory, with what was measured. */
export function goalsOf(all: readonly Figures[]): Goal[] {
  return all.flatMap((figures) => {
    const { name, p99Ms, carrier, seconds } = figures;
    const ratios = ratiosOf(figures, all);
    const goals: Goal[] = [];
    const atLeast = (least: number, ratio: number | null, of: string) => {
      if (ratio === null) return;
      goals.push({
        goal: `${name}: at least ${least} times ${of}`,
        reached: ratio >= least,
        measured: ratio.toFixed(2),
      });
    };
    if (SINGLE.test(name)) {
      atLeast(2, ratios.peer, "Kannel");
      atLeast(0.5, ratios.ceiling, "the SQL alone");
    }
    const peer = all.find((other) => other.name === figures.beside.peer);
    if (SINGLE.test(name) && name.endsWith("@16") && peer) {
      const measured = `${p99Ms.toFixed(1)} ms, ${peer.p99Ms.toFixed(1)} ms`;
      goals.push({ goal: `${name}: p99 under Kannel's`, reached: p99Ms < peer.p99Ms, measured });
    }
    if (/^bulk of 1,000, /.test(name)) atLeast(5, ratios.peer, "Kannel with 100 recipients");
    if (SINGLE.test(name) && carrier) {
      const { messages, ageMs } = carrier.backlog;
      const goal = `${name}: backlog under 1 s after ${Math.round(seconds)} s`;
      const measured = `${messages} messages, ${Math.round(ageMs)} ms`;
      goals.push({ goal, reached: ageMs < 1000, measured });
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

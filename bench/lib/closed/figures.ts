import { medianOf } from "@/bench/lib/base/percentiles";
import { type Cell, tableOf } from "@/bench/lib/base/table";

/** The figures of a scenario by their column. Null if the system does not provide one. */
export type Numbers = Record<keyof typeof COLUMNS, number | null>;

/** The result of one scenario. */
export type Figures = {
  name: string;
  /** The scenario of the other product that does the same. */
  peer?: string;
  numbers: Numbers;
  errors: number;
  /** The first few errors, and disagreements of the books, in words. */
  samples: string[];
  wrong: string[];
};

/**
 * The columns. Processor time is that of a message, or of a request of another kind, until nothing of it is
 * under way. The store of the other product is in the database's column, and the load's has all processes
 * that ask and receive.
 */
const COLUMNS = {
  rate: "a second",
  p50: "p50, ms",
  p99: "p99, ms",
  waiting: "waiting",
  waitingMs: "for, ms",
  server: "server, us",
  database: "database, us",
  load: "load, us",
  serverMiB: "MiB",
  databaseMiB: "MiB",
};

const NAMES = Object.keys(COLUMNS) as (keyof Numbers)[];

/**
 * Returns the median of each figure over several rounds of a scenario, and everything that went wrong in any
 * of them.
 */
export function medianFigures(rounds: readonly [Figures, ...Figures[]]): Figures {
  const median = (name: keyof Numbers) => {
    const known = rounds.flatMap(({ numbers }) => numbers[name] ?? []);
    return known.length === 0 ? null : medianOf(known);
  };
  return {
    ...rounds[0],
    numbers: Object.fromEntries(NAMES.map((name) => [name, median(name)])) as Numbers,
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    samples: rounds.flatMap(({ samples }) => samples),
    wrong: rounds.flatMap(({ wrong }) => wrong),
  };
}

/**
 * Returns the table of all scenarios, each with its errors and its rate as a multiple of the other product's.
 */
export function figuresTable(all: readonly Figures[]): string {
  const rows = all.map(({ name, peer, numbers, errors }): Cell[] => {
    const other = all.find((one) => one.name === peer)?.numbers.rate;
    const times = other && numbers.rate !== null ? (numbers.rate / other).toFixed(2) : "";
    return [name, ...NAMES.map((column) => numbers[column]), errors, times];
  });
  return tableOf(["", ...Object.values(COLUMNS), "errors", "x peer"], rows);
}

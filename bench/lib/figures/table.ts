import type { Figures } from "@/bench/lib/figures/figures";
import { type Goal, ratiosOf } from "@/bench/lib/figures/ratios";

const COLUMNS = [
  "",
  "a second",
  "p50 ms",
  "p99 ms",
  "errors",
  "to carrier p50, p99 ms",
  "backlog, ms",
  "empty after s",
  "MiB server, db",
  "us each: server",
  "database",
  "load",
  "x bare",
  "x SQL",
  "x SQL+disp.",
  "x peer",
];

/** All figures with their ratios, a line each. */
export function tableOf(all: readonly Figures[]): string {
  const rows = [COLUMNS, ...all.map((figures) => cellsOf(figures, all))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const line = (row: string[]) =>
    row.map((cell, column) => pad(cell, widths[column] as number, column)).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** A name to the left, figures to the right. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function cellsOf(figures: Figures, all: readonly Figures[]): string[] {
  const { name, rate, p50Ms, p99Ms, errors, carrier, peakMiB, microsEach } = figures;
  const ratios = ratiosOf(figures, all);
  const whole = (value: number | null) => (value === null ? "?" : Math.round(value).toString());
  const fine = (value: number | null) => (value === null ? "?" : value.toFixed(1));
  const ratio = (value: number | null) => value?.toFixed(2) ?? "";
  return [
    name,
    Math.round(rate).toLocaleString("en"),
    fine(p50Ms),
    fine(p99Ms),
    String(errors),
    carrier ? `${whole(carrier.p50Ms)}, ${whole(carrier.p99Ms)}` : "",
    carrier ? `${carrier.backlog.messages}, ${whole(carrier.backlog.ageMs)}` : "",
    carrier ? fine(carrier.emptyAfterMs === null ? null : carrier.emptyAfterMs / 1000) : "",
    `${whole(peakMiB.server)}, ${whole(peakMiB.database)}`,
    // Where other processes are at work, processor time for each unit says more than the rate.
    whole(microsEach.server),
    whole(microsEach.database),
    whole(microsEach.load),
    ratio(ratios.bare),
    ratio(ratios.ceiling),
    ratio(ratios.dispatching),
    ratio(ratios.peer),
  ];
}

/** The targets, a line each. */
export function goalLines(goals: readonly Goal[]): string {
  return goals
    .map(({ goal, reached, measured }) => `${reached ? "reached    " : "not reached"}  ${goal}: ${measured}`)
    .join("\n");
}

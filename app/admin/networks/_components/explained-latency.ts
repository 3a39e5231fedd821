import type { Figures } from "@/lib/contracts/admin/networks";

type Latency = NonNullable<Figures["answers"]>;

const UNITS = [
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
  [1, "ms"],
] as const;

/** Formats a latency, as in "Answers: half within 50 ms, 95% within 2.5 s.". */
export function explainedLatency(what: string, { median, most }: Latency): string {
  return `${what}: half ${explainedWithin(median)}, 95% ${explainedWithin(most)}.`;
}

function explainedWithin({ ms, isMore }: Latency["median"]): string {
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? [1, "ms"];
  return isMore ? `not within ${ms / size} ${unit}` : `within ${ms / size} ${unit}`;
}

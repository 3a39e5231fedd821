import type { Carrier, Figures } from "@/bench/lib/figures/figures";

/**
 * The figures of one scenario over several rounds: the median of each, all errors, and whatever did not agree in any
 * round. At least one round.
 */
export function medianOf(rounds: readonly Figures[]): Figures {
  const [first] = rounds as [Figures];
  const of = (figure: (round: Figures) => number | null) => median(rounds.map(figure));
  const sure = (figure: (round: Figures) => number) => of(figure) ?? 0;
  return {
    ...first,
    seconds: sure(({ seconds }) => seconds),
    rate: sure(({ rate }) => rate),
    requests: sure(({ requests }) => requests),
    messages: sure(({ messages }) => messages),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    samples: rounds.flatMap(({ samples }) => samples),
    p50Ms: sure(({ p50Ms }) => p50Ms),
    p99Ms: sure(({ p99Ms }) => p99Ms),
    maxMs: Math.max(...rounds.map(({ maxMs }) => maxMs)),
    carrier: carrierOf(rounds.flatMap(({ carrier }) => carrier ?? [])),
    settledMs: of(({ settledMs }) => settledMs),
    peakMiB: { server: of(({ peakMiB }) => peakMiB.server), database: of(({ peakMiB }) => peakMiB.database) },
    microsEach: {
      server: of(({ microsEach }) => microsEach.server),
      database: of(({ microsEach }) => microsEach.database),
      load: of(({ microsEach }) => microsEach.load),
    },
    wrong: rounds.flatMap(({ wrong }) => wrong),
  };
}

function carrierOf(rounds: readonly Carrier[]): Carrier | null {
  if (rounds.length === 0) return null;
  const sure = (figure: (round: Carrier) => number) => median(rounds.map(figure)) ?? 0;
  return {
    p50Ms: sure(({ p50Ms }) => p50Ms),
    p99Ms: sure(({ p99Ms }) => p99Ms),
    backlog: {
      messages: sure(({ backlog }) => backlog.messages),
      ageMs: sure(({ backlog }) => backlog.ageMs),
    },
    emptyAfterMs: median(rounds.map(({ emptyAfterMs }) => emptyAfterMs)),
  };
}

/** The middle of what is known: of an even number, the lower of the two. */
function median(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((figure) => figure !== null).sort((a, b) => a - b);
  return known[Math.ceil(known.length / 2) - 1] ?? null;
}

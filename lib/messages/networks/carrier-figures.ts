import type { Figures } from "@/lib/contracts/admin/networks";
import type { Queryable } from "@/lib/db/client";
import { flushCarrierCounter } from "@/lib/messages/networks/carrier-counter";
import {
  type LatencyRow,
  type SumRow,
  sumFiguresStatement,
  sumLatenciesStatement,
} from "@/lib/messages/networks/carrier-figures.sql";
import { ANSWER_BOUNDS_MS, latencyOf, REPORT_BOUNDS_MS, SLOT_MS } from "@/lib/messages/networks/latency";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The figures of a carrier without messages. */
export const NO_FIGURES: Figures = { submitted: 0, accepted: 0, delivered: 0, answers: null, reports: null };

/**
 * Reads the figures of every carrier with messages, by name: of the last hour and of the last day, and up to 5
 * minutes more.
 */
export async function readFigures(
  db: Queryable,
  now: Date,
): Promise<ReadonlyMap<string, { lastHour: Figures; lastDay: Figures }>> {
  await flushCarrierCounter(db);
  const since = (ms: number) => new Date(slotOf(new Date(now.getTime() - ms)));
  const [day, hour] = await Promise.all(
    [DAY_MS, HOUR_MS].map((ms) => db.query<SumRow>(sumFiguresStatement(since(ms)))),
  );
  const late = new Map((hour ?? []).map((row) => [row.carrier, figuresOf(row)]));
  return new Map(
    (day ?? []).map((row) => [
      row.carrier,
      { lastDay: figuresOf(row), lastHour: late.get(row.carrier) ?? NO_FIGURES },
    ]),
  );
}

/** Reads the durations of every carrier since the beginning (rules: metrics). */
export async function readLatencies(db: Queryable): Promise<LatencyRow[]> {
  await flushCarrierCounter(db);
  return db.query<LatencyRow>(sumLatenciesStatement());
}

function figuresOf({ submitted, accepted, delivered, answerCounts, reportCounts }: SumRow): Figures {
  return {
    submitted,
    accepted,
    delivered,
    answers: latencyOf(answerCounts, ANSWER_BOUNDS_MS),
    reports: latencyOf(reportCounts, REPORT_BOUNDS_MS),
  };
}

function slotOf(at: Date): number {
  return Math.floor(at.getTime() / SLOT_MS) * SLOT_MS;
}

import type { Metric, Sample } from "@/lib/jobs/metrics/metric";
import type { LatencyRow } from "@/lib/messages/networks/carrier-figures.sql";
import {
  ANSWER_BOUNDS_MS,
  type ClassBounds,
  type ClassCounts,
  REPORT_BOUNDS_MS,
} from "@/lib/messages/networks/latency";

/** Returns the times that carriers need to answer and to report, as histograms that only grow. */
export function latencyMetrics(rows: readonly LatencyRow[]): Metric[] {
  return [
    {
      name: "gateway_carrier_answer_seconds",
      help: "From handing a message over to the answer of its carrier.",
      type: "histogram",
      samples: rows.flatMap(({ carrier, answerCounts: counts, answerMs: ms }) =>
        histogram(carrier, { counts, ms, bounds: ANSWER_BOUNDS_MS }),
      ),
    },
    {
      name: "gateway_carrier_report_seconds",
      help: "From handing a message over to its last report.",
      type: "histogram",
      samples: rows.flatMap(({ carrier, reportCounts: counts, reportMs: ms }) =>
        histogram(carrier, { counts, ms, bounds: REPORT_BOUNDS_MS }),
      ),
    },
  ];
}

/** Returns the figures of one carrier. Each bucket also counts those before it. */
function histogram(
  carrier: string,
  { counts, ms, bounds }: { counts: ClassCounts; ms: number; bounds: ClassBounds },
): Sample[] {
  let count = 0;
  const buckets = [...bounds.map((bound) => String(bound / 1_000)), "+Inf"].map((le, index): Sample => {
    count += counts[index] ?? 0;
    return { suffix: "_bucket", labels: { carrier, le }, value: count };
  });
  return [
    ...buckets,
    { suffix: "_sum", labels: { carrier }, value: ms / 1_000 },
    { suffix: "_count", labels: { carrier }, value: count },
  ];
}

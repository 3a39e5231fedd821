import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

const NS_PER_MS = 1e6;

/** Times of requests, to three figures, in a fixed amount of memory for any number of them. */
export class Latencies {
  private readonly histogram: RecordableHistogram = createHistogram({ figures: 3 });

  /** @param ms a time in milliseconds. Less than a nanosecond counts as one. */
  record(ms: number): void {
    this.histogram.record(Math.max(1, Math.round(ms * NS_PER_MS)));
  }

  get count(): number {
    return this.histogram.count;
  }

  /** The time in milliseconds that `percent` of a hundred do not exceed. 0 where there are none. */
  percentile(percent: number): number {
    return this.count === 0 ? 0 : this.histogram.percentile(percent) / NS_PER_MS;
  }

  get maxMs(): number {
    return this.count === 0 ? 0 : this.histogram.max / NS_PER_MS;
  }
}

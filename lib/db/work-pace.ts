/** The rest after which a small run is no burden, as a multiple of the previous run's length. */
const REST_RUNS = 3;

/**
 * A meter of repeated work, so that a few rows are written at once as long as there is little work. A busy machine or
 * database takes longer for each run, and so has longer rests and larger runs.
 */
export class WorkPace {
  private running = 0;
  private endedAt = Number.NEGATIVE_INFINITY;
  private lastMs = 0;

  /** Does the work, and notes its duration. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const beganAt = performance.now();
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      this.endedAt = performance.now();
      this.lastMs = this.endedAt - beganAt;
    }
  }

  /** The time in milliseconds until a small run is no burden; infinite during a run. */
  restMs(at: number): number {
    if (this.running > 0) return Number.POSITIVE_INFINITY;
    return Math.max(this.endedAt + REST_RUNS * this.lastMs - at, 0);
  }
}

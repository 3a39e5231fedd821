/** The weights of a new answer in the running estimates. TCP uses the same for its round trips. */
const MEAN_WEIGHT = 1 / 8;
const DEVIATION_WEIGHT = 1 / 4;

/** A running estimate of the time a network takes to answer a submission. */
export class AnswerTime {
  private meanMs: number | null = null;
  private deviationMs = 0;

  /** Adds the time of one answer. */
  note(ms: number): void {
    if (this.meanMs === null) {
      this.meanMs = ms;
      this.deviationMs = ms / 2;
      return;
    }
    this.deviationMs += DEVIATION_WEIGHT * (Math.abs(ms - this.meanMs) - this.deviationMs);
    this.meanMs += MEAN_WEIGHT * (ms - this.meanMs);
  }

  /** The time within which nearly every answer comes; null before the first answer. */
  get usualMs(): number | null {
    return this.meanMs === null ? null : this.meanMs + 4 * this.deviationMs;
  }
}

const MINUTE_MS = 60_000;

/** A counter of events under each name within a minute of the clock. */
export class MinuteCounter<Name> {
  private minute = 0;
  private counts = new Map<Name, number>();

  /**
   * Counts one more.
   * @returns the number in this minute, this one included.
   */
  add(name: Name, atMs: number): number {
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minute !== this.minute) [this.minute, this.counts] = [minute, new Map()];
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count;
  }
}

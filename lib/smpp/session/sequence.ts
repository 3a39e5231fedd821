const MAX_SEQUENCE = 0x7fffffff;

/** The sequence numbers of one link. 1 follows the largest, and numbers in flight are skipped. */
export class Sequence {
  private last: number;

  constructor(last = 0) {
    this.last = last;
  }

  /** Returns the next number that is not in flight. */
  next(inFlight: { has(sequence: number): boolean }): number {
    do this.last = this.last >= MAX_SEQUENCE ? 1 : this.last + 1;
    while (inFlight.has(this.last));
    return this.last;
  }
}

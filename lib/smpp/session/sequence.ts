const MAX_SEQUENCE = 0x7fffffff;

/** Sequence numbers of one link: 1 follows the largest, and those in flight are passed over. */
export class Sequence {
  private last: number;

  constructor(last = 0) {
    this.last = last;
  }

  /** The next number that is not in flight. */
  next(inFlight: { has(sequence: number): boolean }): number {
    do this.last = this.last >= MAX_SEQUENCE ? 1 : this.last + 1;
    while (inFlight.has(this.last));
    return this.last;
  }
}

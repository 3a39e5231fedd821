import { hasFairPlace } from "@/lib/fair-place";

/** The limits of running and waiting work, in all and for each name, and of the waiting time. */
export type FairQueueLimits = {
  slots: number;
  slotsEach: number;
  maxWaiting: number;
  maxWaitingEach: number;
  maxWaitMs: number;
};

export type AcquireOptions = {
  /** True to go before all callers without this option. */
  first?: boolean;
  /** Aborted when the caller no longer needs the slot. */
  signal?: AbortSignal;
};

/** No slot is free, and no place to wait; or the wait was too long. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
  /** True if the caller's name has all the slots that one name may have, so that it waits for itself. */
  readonly isOwnDoing: boolean;

  constructor(isOwnDoing: boolean) {
    super("The queue is full.");
    this.isOwnDoing = isOwnDoing;
  }
}

type Waiting = { start: () => void };
type Queues = Map<string, Waiting[]>;

/**
 * Slots that names take in turns. Each name has a maximum of slots, and its callers wait only behind their own name.
 * A name with a hundred waiting callers is served as often as a name with one. The limits bound the memory.
 */
export class FairQueue {
  private readonly limits: FairQueueLimits;
  private readonly inFlight = new Map<string, number>();
  private total = 0;
  /** The waiting callers by name; the name that is served next comes first. */
  private readonly first: Queues = new Map();
  private readonly others: Queues = new Map();

  constructor(limits: FairQueueLimits) {
    this.limits = limits;
  }

  /**
   * Takes a slot, after a wait if necessary.
   * @returns a function that releases the slot. A second call has no effect.
   * @throws QueueFullError, or the signal's reason.
   */
  async acquire(name: string, { first = false, signal }: AcquireOptions = {}): Promise<() => void> {
    if (this.isFree(name)) this.trackInFlight(name, 1);
    else await this.wait(name, first ? this.first : this.others, signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.trackInFlight(name, -1);
      this.serve();
    };
  }

  /**
   * Does work in a slot.
   * @throws QueueFullError, and the errors of the work.
   */
  async run<Result>(name: string, work: () => Promise<Result>, options?: AcquireOptions): Promise<Result> {
    const release = await this.acquire(name, options);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Returns whether other names have slots or wait for one. */
  isShared(name: string): boolean {
    return [this.inFlight, this.first, this.others].some((names) => names.size > (names.has(name) ? 1 : 0));
  }

  private hasOwnSlot(name: string): boolean {
    return (this.inFlight.get(name) ?? 0) < this.limits.slotsEach;
  }

  private isFree(name: string): boolean {
    return this.total < this.limits.slots && this.hasOwnSlot(name);
  }

  private trackInFlight(name: string, by: 1 | -1): void {
    const count = (this.inFlight.get(name) ?? 0) + by;
    if (count > 0) this.inFlight.set(name, count);
    else this.inFlight.delete(name);
    this.total += by;
  }

  private async wait(name: string, queues: Queues, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { maxWaiting, maxWaitingEach, maxWaitMs } = this.limits;
    const queue = queues.get(name) ?? [];
    if (queue.length >= maxWaitingEach || !hasFairPlace(queue.length, queues.size, maxWaiting)) {
      throw new QueueFullError(!this.hasOwnSlot(name));
    }
    const ended = new AbortController();
    try {
      await new Promise<void>((start, reject) => {
        const entry: Waiting = { start };
        queue.push(entry);
        queues.set(name, queue);
        const leave = (why: unknown) => {
          const at = queue.indexOf(entry);
          // It was served in this very turn.
          if (at < 0) return;
          queue.splice(at, 1);
          if (queue.length === 0) queues.delete(name);
          reject(why);
        };
        const timer = setTimeout(() => leave(new QueueFullError(!this.hasOwnSlot(name))), maxWaitMs);
        ended.signal.addEventListener("abort", () => clearTimeout(timer));
        signal?.addEventListener("abort", () => leave(signal.reason), { signal: ended.signal });
      });
    } finally {
      ended.abort();
    }
  }

  private serve(): void {
    for (const queues of [this.first, this.others]) {
      for (const [name, queue] of queues) {
        if (this.total >= this.limits.slots) return;
        if (!this.hasOwnSlot(name)) continue;
        const next = queue.shift();
        // The name moves to the end: other names are served first.
        queues.delete(name);
        if (queue.length > 0) queues.set(name, queue);
        this.trackInFlight(name, 1);
        next?.start();
      }
    }
  }
}

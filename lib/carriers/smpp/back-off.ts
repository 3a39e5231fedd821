import { RetryWaits } from "@/lib/carriers/retry-waits";
import { bindRefusalOf } from "@/lib/carriers/smpp/binds/bind-refusals";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";

/**
 * The cause of a lost link. `status` is the one that its bind was refused with, or null. `boundMs` is the
 * time that it was bound.
 */
export type LinkLoss = { status: number | null; boundMs: number };

/**
 * Growing waits before a link is tried again. They are random, so that links do not retry at the same time.
 */
export class BackOff {
  private readonly timers: SmppSettings["timers"];
  private readonly waits: RetryWaits;

  constructor(timers: SmppSettings["timers"], random?: () => number) {
    this.timers = timers;
    this.waits = new RetryWaits(timers, random);
  }

  /** Returns the wait after a loss, in milliseconds. */
  next({ status, boundMs }: LinkLoss): number {
    if (boundMs >= this.timers.stableAfterMs) this.waits.forgetLosses();
    if (boundMs > 0) this.waits.forgetRefusals();
    if (status === null) return this.waits.lost();
    const { pace } = bindRefusalOf(status);
    if (pace === "occupied") return this.timers.alreadyBoundMs;
    return pace === "login" ? this.waits.refused() : this.waits.lost();
  }
}

import { RetryWaits } from "@/lib/carriers/retry-waits";
import { bindRefusalOf } from "@/lib/carriers/smpp/binds/bind-refusals";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";

/** Why a link was lost: the status that its bind was refused with, null where it was not, and how long it was bound. */
export type LinkLoss = { status: number | null; boundMs: number };

/** How long to wait before a link is tried again: longer after each failure, by chance so that links do not meet. */
export class BackOff {
  private readonly timers: SmppSettings["timers"];
  private readonly waits: RetryWaits;

  constructor(timers: SmppSettings["timers"], random?: () => number) {
    this.timers = timers;
    this.waits = new RetryWaits(timers, random);
  }

  /** The wait after a loss, in milliseconds. */
  next({ status, boundMs }: LinkLoss): number {
    if (boundMs >= this.timers.stableAfterMs) this.waits.forgetLosses();
    if (boundMs > 0) this.waits.forgetRefusals();
    if (status === null) return this.waits.lost();
    const { pace } = bindRefusalOf(status);
    if (pace === "occupied") return this.timers.alreadyBoundMs;
    return pace === "login" ? this.waits.refused() : this.waits.lost();
  }
}

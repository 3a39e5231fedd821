import { RetryWaits } from "@/lib/carriers/retry-waits";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import { STATUS } from "@/lib/smpp/pdu/status";

/** Why a link was lost: the status that its bind was refused with, null where it was not, and how long it was bound. */
export type LinkLoss = { status: number | null; boundMs: number };

/** What a server refuses a login with that is wrong. Somebody has to look; until then it is tried ever more rarely. */
export const REFUSED_LOGIN: ReadonlySet<number> = new Set([
  STATUS.bindFailed,
  STATUS.invalidPassword,
  STATUS.invalidSystemId,
]);

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
    if (status === STATUS.alreadyBound) return this.timers.alreadyBoundMs;
    return status !== null && REFUSED_LOGIN.has(status) ? this.waits.refused() : this.waits.lost();
  }
}

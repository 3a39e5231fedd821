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

/** No wait is shorter than this share of the longest that it might be. */
const MIN_SHARE = 0.1;

/** How long to wait before a link is tried again: longer after each failure, by chance so that links do not meet. */
export class BackOff {
  private readonly timers: SmppSettings["timers"];
  private readonly random: () => number;
  private failures = 0;
  private refusals = 0;

  constructor(timers: SmppSettings["timers"], random: () => number = Math.random) {
    this.timers = timers;
    this.random = random;
  }

  /** The wait after a loss, in milliseconds. */
  next({ status, boundMs }: LinkLoss): number {
    const { timers } = this;
    if (boundMs >= timers.stableAfterMs) this.failures = 0;
    if (boundMs > 0) this.refusals = 0;
    if (status === STATUS.alreadyBound) return timers.alreadyBoundMs;
    if (status !== null && REFUSED_LOGIN.has(status))
      return Math.min(timers.refusedBackOffMs * 2 ** this.refusals++, timers.maxRefusedBackOffMs);
    const longest = Math.min(timers.backOffMs * 2 ** Math.min(this.failures++, 20), timers.maxBackOffMs);
    return longest * Math.max(this.random(), MIN_SHARE);
  }
}

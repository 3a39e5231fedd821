import type { Carrier } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { type Months, recentMonths } from "@/lib/db/partitions/months.sql";
import {
  type ClaimedMessage,
  type Claiming,
  type ClaimRow,
  claimStatement,
  dropStatement,
  placesOf,
} from "@/lib/messages/dispatch/dispatch.sql";
import { byRoutesOfNow } from "@/lib/messages/dispatch/due/by-routes-of-now";
import { withoutBlocked } from "@/lib/messages/dispatch/due/without-blocked";
import { type HandedCounts, handToCarrier, NOTHING_HANDED } from "@/lib/messages/dispatch/hand-to-carrier";
import { handingTo } from "@/lib/messages/dispatch/next-carrier";
import { withinWindow } from "@/lib/messages/window/wait-for-window";
import { LEASE_MS } from "@/lib/queue/leased";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/**
 * The time after the start of the night in which messages of the day are still sent. Messages that a stopped server
 * left wait for the morning (rules: second look).
 */
const NIGHT_GRACE_MS = 5 * 60_000;

/**
 * The most messages that are claimed at once. Reading and writing them takes some milliseconds, in which this process
 * answers no request.
 */
const MAX_BATCH = 250;

/** The settings that dispatch depends on. */
export type DispatchRules = {
  quiet: QuietHours;
  /** The secret that encrypts texts with one-time codes. */
  authSecret: string;
};

/** The numbers of a claim, and whether more messages may be due that the carrier has room for. */
export type ClaimCounts = { more: boolean; claimed: number; blocked: number; postponed: number };

export type DispatchResult = HandedCounts & ClaimCounts;

const NOTHING_CLAIMED: ClaimCounts = { more: false, claimed: 0, blocked: 0, postponed: 0 };

/**
 * Claims one batch of due messages, those that have waited longest and some of the newest. It hands the batch to the
 * carrier, and records the answers. It claims no more than the carrier has room for, and only messages that wait for
 * this carrier. From a drained carrier's queue it claims only messages that the carrier has begun (rules: carriers).
 *
 * Any number of workers in any number of servers may run it concurrently: one of them claims each row, for a lease.
 * If a worker dies, its rows are due again when the lease ends. A message whose recipient has opted out since gets
 * the status BLOCKED. Messages left from the day wait for the morning, and those whose window has closed wait for its
 * opening (rules: delivery windows).
 */
export async function dispatch(
  db: Database,
  carrier: Carrier,
  now: Date,
  rules: DispatchRules,
): Promise<DispatchResult> {
  const { handed, hasRoom: _, ...counts } = await claimAndHand(db, carrier, now, rules);
  return { ...counts, ...(await handed()) };
}

/**
 * Dispatches one batch like `dispatch`.
 * @param rules `reserved` returns the part of the carrier's room that is reserved for accepted messages on their way
 * to it.
 * @returns when the batch is with the carrier. `handed` waits for the answers.
 */
export async function claimAndHand(
  db: Database,
  carrier: Carrier,
  now: Date,
  { quiet, authSecret, reserved = () => 0 }: DispatchRules & { reserved?: () => number },
): Promise<ClaimCounts & { hasRoom: boolean; handed: () => Promise<HandedCounts> }> {
  const handing = await handingTo(db, carrier.id, now);
  const limit = Math.min(carrier.room() - reserved(), MAX_BATCH);
  if (limit <= 0) return { ...NOTHING_CLAIMED, hasRoom: false, handed: async () => NOTHING_HANDED };
  const lease = new Date(now.getTime() + LEASE_MS);
  const wasNight = releaseTime(new Date(now.getTime() - NIGHT_GRACE_MS), quiet) !== null;
  const morning = wasNight ? releaseTime(now, quiet) : null;
  const claiming = { carrier, limit, now, lease, morning, onlyBegun: carrier.isDraining === true };
  const claimed = await claim(db, claiming);
  const met = (wanted: ClaimedMessage["fate"]) => claimed.filter(({ fate }) => fate === wanted);
  const blocked = met("blocked");
  const ended = [...blocked, ...met("over")];
  if (ended.length > 0) await queryInTransaction(db, dropStatement(ended, now));
  const toSubmit = met("submit");
  const open = toSubmit.some(({ window }) => window !== null)
    ? await withinWindow(db, toSubmit, { quiet, now })
    : toSubmit;
  const allowed = await withoutBlocked(db, open, { carrier: carrier.name, now });
  const routed = await byRoutesOfNow(db, carrier.id, allowed, now);
  const answers = handToCarrier(db, carrier, routed, { authSecret, now, ...handing });
  // The caller that waits for the answers gets the failure, now or later.
  answers.catch(() => {});
  return {
    more: claimed.length >= placesOf(limit).waiting,
    hasRoom: true,
    claimed: claimed.length,
    blocked: blocked.length,
    postponed: met("postponed").length + toSubmit.length - open.length,
    handed: () => answers,
  };
}

/** Claims due messages, those of recent months first, then others up to the limit. */
async function claim(db: Database, claiming: Omit<Claiming, "months">): Promise<ClaimedMessage[]> {
  const claimIn = async (months: Months | null, limit: number) => {
    const rows = await db.query<ClaimRow>(claimStatement({ ...claiming, limit, months }));
    return { claimed: rows.filter((row) => row.id !== null), isMore: rows.some(({ isMore }) => isMore) };
  };
  const { claimed, isMore } = await claimIn(recentMonths(claiming.now), claiming.limit);
  const left = claiming.limit - claimed.length;
  return isMore && left > 0 ? [...claimed, ...(await claimIn(null, left)).claimed] : claimed;
}

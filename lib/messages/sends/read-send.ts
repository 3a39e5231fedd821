import { submissionCause } from "@/lib/carriers/causes/submission-cause";
import { networkErrorCause } from "@/lib/carriers/network-errors";
import { failureOf } from "@/lib/contracts/base/delivery-outcomes";
import type { BulkSend, MessageState } from "@/lib/contracts/members/messages";
import { MAX_PAUSED_MS } from "@/lib/contracts/members/sending/sends";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import {
  type SendFactsRow,
  type SendGroupRow,
  sendFactsStatement,
  sendGroupsStatement,
} from "@/lib/messages/sends/read-send.sql";
import { toDecimal } from "@/lib/money";
import { isFailed } from "@/lib/queue/status.sql";
import { readWindow } from "@/lib/sms/delivery-window";
import { formatNz } from "@/lib/sms/nz-time";

/** The most causes of failures that are shown for one send. */
const MAX_CAUSES = 30;

/**
 * Reads the outcome of a bulk send's messages (rules: sends). Purged messages are not counted.
 * @throws GatewayError `not_found`.
 */
export async function readSend(db: Database, accountId: number, id: string, now: Date): Promise<BulkSend> {
  const [facts] = isId(id) ? await db.query<SendFactsRow>(sendFactsStatement(accountId, id)) : [];
  if (!facts) throw new GatewayError("not_found", "There is no such send.");
  const groups = await db.query<SendGroupRow>(sendGroupsStatement(accountId, id, now));
  const { name, acceptedAt, total, lists, leftOut } = facts;
  const paused = groups.filter(({ state }) => state === "PAUSED");
  const sum = (count: (group: SendGroupRow) => number) =>
    groups.reduce((all, group) => all + count(group), 0);
  const inStates = (isCounted: (state: MessageState) => boolean) =>
    sum(({ state, count }) => (isCounted(state) ? count : 0));
  const micros = (of: (group: SendGroupRow) => bigint) =>
    toDecimal(groups.reduce((all, group) => all + of(group), 0n));
  const delivered = inStates((state) => state === "DELIVRD");
  const cancelled = inStates((state) => state === "DELETED");
  const failed = inStates(isFailed) - cancelled;
  const causes = groups.filter(isFailure);
  return {
    name,
    total,
    lists,
    leftOut,
    delivered,
    failed,
    cancelled,
    acceptedAt: formatNz(acceptedAt),
    waiting: sum(({ count }) => count) - delivered - failed - cancelled,
    cancellable: sum(({ cancellable }) => cancellable),
    paused: paused.reduce((all, { count }) => all + count, 0),
    resumePrice: toDecimal(paused.reduce((all, { chargedMicros }) => all + chargedMicros, 0n)),
    pausedUntil: paused.length > 0 ? endOfPause(facts) : null,
    ...timesOf(groups),
    window: facts.window === null ? null : readWindow(facts.window),
    states: statesOf(groups),
    failures: causes.slice(0, MAX_CAUSES).map(toFailure),
    otherFailures: causes.slice(MAX_CAUSES).reduce((all, { count }) => all + count, 0),
    replied: sum(({ replied }) => replied),
    optedOut: sum(({ optedOut }) => optedOut),
    price: micros(({ chargedMicros, refundedMicros }) => chargedMicros - refundedMicros),
    refunded: micros(({ refundedMicros }) => refundedMicros),
  };
}

/** Returns the first and the last scheduled time of messages. The last is null if all have the same. */
function timesOf(groups: readonly SendGroupRow[]): Pick<BulkSend, "sendAt" | "lastSendAt"> {
  const times = groups.flatMap(({ sendAt, lastSendAt }) =>
    sendAt && lastSendAt ? [sendAt.getTime(), lastSendAt.getTime()] : [],
  );
  if (times.length === 0) return { sendAt: null, lastSendAt: null };
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return { sendAt: formatNz(new Date(first)), lastSendAt: last > first ? formatNz(new Date(last)) : null };
}

/** Returns the time at which a paused send is cancelled, unless it is resumed (rules: pausing). */
function endOfPause({ pausedSince, sendAt }: SendFactsRow): string | null {
  if (pausedSince === null) return null;
  const counted = Math.max(pausedSince.getTime(), sendAt?.getTime() ?? 0);
  return formatNz(new Date(counted + MAX_PAUSED_MS));
}

function statesOf(groups: readonly SendGroupRow[]): BulkSend["states"] {
  const counts = new Map<MessageState, number>();
  for (const { state, count } of groups) counts.set(state, (counts.get(state) ?? 0) + count);
  return [...counts]
    .map(([state, count]) => ({ state, count }))
    .sort((one, other) => other.count - one.count);
}

/** Returns whether a group failed. Cancelled messages did not fail. */
function isFailure({ state, reason }: SendGroupRow): boolean {
  return state !== "DELETED" && failureOf(state, reason) !== undefined;
}

function toFailure({ state, reason, error, count }: SendGroupRow): BulkSend["failures"][number] {
  return { state, reason, error, cause: networkErrorCause(error) ?? submissionCause(error), count };
}

import type { SendResponse } from "@/lib/contracts/gateway/send";
import type { Database } from "@/lib/db/client";
import { unapprovedHostsOf } from "@/lib/domains/unapproved-hosts";
import { type RecipientsRow, recipientsStatement } from "@/lib/messages/send/bulk-send.sql";
import type { SendContext } from "@/lib/messages/send/send-context";
import { canReceiveSms } from "@/lib/sms/numbers/msisdn";
import { keepsQuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** The estimate for messages of the sandbox: each is counted once. */
export type SendEstimate = {
  accepted: number;
  queued: number;
  held: number;
  /** Billed, and not sent. */
  optedOut: number;
  cannotReceive: number;
  /** Domains in the text's links that are not approved. */
  heldDomains: string[];
  /** The time at which queued messages would be sent; null by day. */
  nightEndsAt: Date | null;
  balanceMicros: bigint;
};

/**
 * The messages that are counted without a break. Reading a number takes tens of microseconds, so other requests run
 * between slices.
 */
const SLICE = 200;

/**
 * Estimates the numbers of messages that would be blocked, held, or queued for the morning, by the rules of
 * acceptance. The sandbox itself does not return them.
 * @param sendAt the time of sending; undefined for an immediate send.
 */
export async function estimateSend(
  { db, caller, rules, now }: SendContext,
  messages: readonly SendResponse[],
  sendAt: Date | undefined,
): Promise<SendEstimate> {
  const { accountId } = caller;
  const [{ balanceMicros, blocked }, hosts] = await Promise.all([
    readAccount(db, accountId, messages),
    unapprovedHostsOf(
      db,
      accountId,
      messages.map(({ sandbox_message }) => sandbox_message ?? ""),
    ),
  ]);
  const nightEndsAt = releaseTime(sendAt ?? now, rules.quiet);
  const optedOut = new Set(blocked);
  const counts = { accepted: 0, queued: 0, held: 0, optedOut: 0, cannotReceive: 0 };
  for (const [index, { to }] of messages.entries()) {
    if (index > 0 && index % SLICE === 0) await new Promise(setImmediate);
    if (!canReceiveSms(to)) counts.cannotReceive++;
    else if (optedOut.has(to)) counts.optedOut++;
    else if ((hosts[index] ?? []).length > 0) counts.held++;
    else if (nightEndsAt !== null && keepsQuietHours(to, "sms")) counts.queued++;
    else counts.accepted++;
  }
  const heldDomains = [...new Set(hosts.flat())].sort();
  return { ...counts, heldDomains, nightEndsAt, balanceMicros };
}

/** Reads the balance, and the recipients that have opted out. */
async function readAccount(db: Database, accountId: number, messages: readonly SendResponse[]) {
  const msisdns = messages.map(({ to }) => to);
  const [row] = await db.query<RecipientsRow>(recipientsStatement(accountId, msisdns));
  if (!row) throw new Error("The member's account is gone.");
  return row;
}

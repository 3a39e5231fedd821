import type { SendResponse } from "@/lib/contracts/gateway/send";
import type { Database } from "@/lib/db/client";
import { unapprovedHosts } from "@/lib/domains/unapproved-hosts";
import { type RecipientsRow, recipientsStatement } from "@/lib/messages/send/bulk-send.sql";
import type { SendContext } from "@/lib/messages/send/submit";
import { canReceiveSms, isNewZealand } from "@/lib/sms/numbers/msisdn";
import { releaseTime } from "@/lib/sms/quiet-hours";

/** What would become of messages of the sandbox: each is counted once. */
export type SendEstimate = {
  accepted: number;
  queued: number;
  held: number;
  /** Billed, and not sent to. */
  optedOut: number;
  cannotReceive: number;
  /** Domains the text links to that are not approved. */
  heldDomains: string[];
  /** When what is queued would go out; null by day. */
  nightEndsAt: Date | null;
  balanceMicros: bigint;
};

/** Reading some countries' numbers costs tens of microseconds: between slices of a long list others get their turn. */
const SLICE = 200;

/**
 * Estimates what the sandbox does not tell of messages: who has opted out, which numbers no message reaches, and what
 * would be held or wait for the morning, by the rules of acceptance.
 */
export async function estimateSend(
  { db, caller, rules, now }: SendContext,
  messages: readonly SendResponse[],
): Promise<SendEstimate> {
  const { accountId } = caller;
  const [{ balanceMicros, blocked }, heldDomains] = await Promise.all([
    readAccount(db, accountId, messages),
    unapprovedHosts(db, accountId, messages[0]?.sandbox_message ?? ""),
  ]);
  const nightEndsAt = releaseTime(now, rules.quiet);
  const optedOut = new Set(blocked);
  const counts = { accepted: 0, queued: 0, held: 0, optedOut: 0, cannotReceive: 0 };
  for (const [index, { to }] of messages.entries()) {
    if (index > 0 && index % SLICE === 0) await new Promise(setImmediate);
    if (!canReceiveSms(to)) counts.cannotReceive++;
    else if (optedOut.has(to)) counts.optedOut++;
    else if (heldDomains.length > 0) counts.held++;
    else if (nightEndsAt !== null && isNewZealand(to)) counts.queued++;
    else counts.accepted++;
  }
  return { ...counts, heldDomains, nightEndsAt, balanceMicros };
}

/** The balance, and which of the recipients have opted out: each by the primary key of its table. */
async function readAccount(db: Database, accountId: number, messages: readonly SendResponse[]) {
  const msisdns = messages.map(({ to }) => to);
  const [row] = await db.query<RecipientsRow>(recipientsStatement(accountId, msisdns));
  if (!row) throw new Error("The member's account is gone.");
  return row;
}

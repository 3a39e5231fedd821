import { recordActivity } from "@/lib/activity/record-activity";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { log } from "@/lib/log";
import { prefixedKey } from "@/lib/messages/send/idempotency";
import { send } from "@/lib/messages/send/send";
import type { SendRules } from "@/lib/messages/send/send-context";
import { LEASE_MS } from "@/lib/queue/leased";
import {
  type ClaimedReply,
  claimStatement,
  NEXT_STATEMENT,
  type ReplierRow,
  type ReplyOutcome,
  replierStatement,
  settleStatement,
  toldStatement,
} from "@/lib/replies/answers/send-due.sql";
import { replyRequest } from "@/lib/replies/reply-request";

const BATCH = 50;

/** The age at which an unsent answer is dropped, and at which a message in is no longer answered. */
export const GIVE_UP_MS = 12 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** The reason that the account reads for an answer without funds. */
const UNFUNDED = "Insufficient balance";

/**
 * Sends one batch of due answers (rules: auto replies). Each is a request with an idempotency key. A worker that
 * repeats it, after a crash or beside another worker, gets the first response.
 * @returns whether more may be due, and the time at which the next is due.
 * @throws the first error of the database, after all have been tried. An answer without an outcome is due again after
 * its lease.
 */
export async function sendDueReplies(
  db: Database,
  rules: SendRules,
  now: Date,
): Promise<{ more: boolean; nextAt: Date | null }> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const claimed = await db.query<ClaimedReply>(claimStatement(now, lease, BATCH));
  const ended = await Promise.allSettled(
    claimed.map(async (reply) => {
      const settled = await attempt(db, reply, rules, now);
      await settle(db, reply, settled, { lease, now });
    }),
  );
  for (const result of ended) if (result.status === "rejected") throw result.reason;
  const [next] = await db.query<{ at: Date | null }>(NEXT_STATEMENT);
  return { more: claimed.length === BATCH, nextAt: next?.at ?? null };
}

/** The outcome of an answer, and the reason that the account should know if it was not sent. */
type AttemptOutcome = ReplyOutcome & { reason?: string };

async function attempt(
  db: Database,
  reply: ClaimedReply,
  rules: SendRules,
  now: Date,
): Promise<AttemptOutcome> {
  const { inboundId, msisdn, shortcode, text, unicode, createdAt } = reply;
  if (now.getTime() - createdAt.getTime() > GIVE_UP_MS) return { outcome: "late", messageId: null };
  const [replier] = await db.query<ReplierRow>(replierStatement(reply));
  if (!replier) return { outcome: "refused", messageId: null };
  const { optedOut, ...caller } = replier;
  if (optedOut) return { outcome: "opted_out", messageId: null };
  const request = replyRequest({ to: msisdn, from: shortcode, text, unicode });
  try {
    const result = await send({ db, caller, rules, now }, request, prefixedKey("auto-reply", inboundId));
    const sent = result.kind === "replay" ? JSON.parse(result.response) : result.response;
    return { outcome: "sent", messageId: (sent as SendResponse).message_id };
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status >= 500) throw error;
    if (error.code === "insufficient_funds")
      return { outcome: "unfunded", messageId: null, reason: UNFUNDED };
    return { outcome: "refused", messageId: null, reason: error.message };
  }
}

/** Records the outcome of an answer. The first failed answer of a day is also recorded in the activity. */
async function settle(
  db: Database,
  { inboundId, accountId, ruleName }: ClaimedReply,
  { reason, ...settled }: AttemptOutcome,
  { lease, now }: { lease: Date; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const written = await tx.query(settleStatement(inboundId, lease, settled));
    if (written.length === 0)
      log().warn({ inbound: inboundId }, "the lease ran out before the answer was recorded");
    if (written.length === 0 || reason === undefined) return;
    const action = "auto_reply_not_sent";
    const told = await tx.query(toldStatement(accountId, action, new Date(now.getTime() - DAY_MS)));
    if (told.length > 0) return;
    const actor = { accountId, address: "Auto reply" };
    await recordActivity(tx, { accountId, actor, action, details: { rule: ruleName, reason } }, now);
  });
}

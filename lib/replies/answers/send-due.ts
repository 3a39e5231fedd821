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
  replierStatement,
  type Settled,
  settleStatement,
  toldStatement,
} from "@/lib/replies/answers/send-due.sql";
import { replyRequest } from "@/lib/replies/reply-request";

const BATCH = 50;

/** An answer that could not be sent for so long is given up; so old a message in is not answered any more. */
export const GIVE_UP_MS = 12 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** Why the account reads that an answer was not sent. */
const UNFUNDED = "Insufficient balance";

/**
 * Sends one batch of due answers (rules: auto replies). Each is a request with an idempotency key of its own: whoever sends
 * it again, after a worker that died or beside another one, gets the first response.
 * @returns whether others may be due still, and when the next is due.
 * @throws the first error of the database, once all have been tried: what is not settled is due again after its lease.
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

/** What became of an answer, and why it was not sent where the account has to know. */
type Attempted = Settled & { reason?: string };

async function attempt(db: Database, reply: ClaimedReply, rules: SendRules, now: Date): Promise<Attempted> {
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

/** Records what became of an answer. A day's first that was not sent for a reason is told of in the activity. */
async function settle(
  db: Database,
  { inboundId, accountId, ruleName }: ClaimedReply,
  { reason, ...settled }: Attempted,
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

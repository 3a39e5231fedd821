import type { SendResponse } from "@/lib/contracts/gateway/send";
import { FAILURES_NAMED, type SendFromPageRequest, type SendSummary } from "@/lib/contracts/members/send";
import { requireAfterCommit } from "@/lib/db/after-commit";
import type { Database } from "@/lib/db/client";
import { resolveRecipients } from "@/lib/messages/merge/list-recipients";
import {
  type ChargedRow,
  chargedStatement,
  type LeftOutRow,
  leftOutStatement,
} from "@/lib/messages/send/bulk-send.sql";
import { estimateSend } from "@/lib/messages/send/estimate";
import { findRepeat, idempotencyOf, prefixedKey, type RepeatKey } from "@/lib/messages/send/idempotency";
import { type MergedRequest, send } from "@/lib/messages/send/send";
import type { SendContext } from "@/lib/messages/send/send-context";
import type { BulkSent } from "@/lib/messages/send/send-response";
import { goingOut, partsOf, readBulk, toGoesOut, wouldCharge } from "@/lib/messages/send/send-summary";
import { type FormTerms, isKept } from "@/lib/messages/send/sent-form";
import type { SendResult } from "@/lib/messages/send/submit";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";
import { releaseTime } from "@/lib/sms/quiet-hours";
import { MAX_PARTS } from "@/lib/sms/text/segments";

/**
 * Sends a form of the Members Area, once for its key. A second press of the button, or a repeat after a lost
 * response, gets the first result.
 * @throws GatewayError 400, 403 or 409 like a send. OutcomeUnknownError if the messages may be accepted but the
 * result cannot be read; a repeat gets it.
 */
export async function sendFromPage(
  context: SendContext,
  { key: ownKey, name, draftId, ...asked }: SendFromPageRequest,
): Promise<SendSummary> {
  const { localTime, window, lists, ...plain } = asked;
  // An absent option is omitted, so that the request's hash is the same as before an upgrade that added the option.
  const request = {
    ...plain,
    ...(localTime ? { localTime } : {}),
    ...(window ? { window } : {}),
    fragmentationLimit: MAX_PARTS,
  };
  const key = prefixedKey("members", ownKey);
  const form = { name, draftId };
  const { result, ...resolved } =
    lists === undefined
      ? { result: await send(context, request, key, { form: { ...form, ...NO_LISTS } }), ...NO_LISTS }
      : await sendToLists(context, { ...request, lists }, { key, form });
  const { messages, first, failed, failures } = readBulk(result);
  const { acceptedAt, ...outcome } = asked.sandbox
    ? { ...(await wouldBe(context, messages, asked)), acceptedAt: null }
    : await requireAfterCommit(() => became(context, messages, asked.sendAt));
  const kept =
    result.kind === "replay"
      ? await requireAfterCommit(() => readKept(context, first))
      : { ...resolved, isKept: acceptedAt !== null && isKept(messages.length, { name, ...resolved }) };
  // A repeat gets the times of the first send.
  const going = await goingOut(messages, asked, {
    quiet: context.rules.quiet,
    now: acceptedAt ?? context.now,
  });
  return {
    sandbox: asked.sandbox,
    scheduledFor: asked.sendAt ? formatNz(asked.sendAt) : null,
    localTime: asked.sendAt !== undefined && asked.localTime,
    total: messages.length + failed,
    leftOut: kept.leftOut,
    ...outcome,
    ...(going ? { queuedUntil: null } : {}),
    goesOut: toGoesOut(going),
    failed,
    failures: failures.slice(0, FAILURES_NAMED),
    sender: first?.from ?? null,
    ...partsOf(messages),
    messageId: !asked.sandbox && messages.length === 1 ? (first?.message_id ?? null) : null,
    sendId: kept.isKept ? (first?.message_id ?? null) : null,
  };
}

/** The values of a form without lists. */
const NO_LISTS = { listNames: [], leftOut: 0 };

/** Reads the stored facts about the first send, for its repeat. */
async function readKept(
  { db, caller }: SendContext,
  first: SendResponse | undefined,
): Promise<LeftOutRow & { isKept: boolean }> {
  const [row] = first ? await db.query<LeftOutRow>(leftOutStatement(caller.accountId, first.message_id)) : [];
  return { ...(row ?? NO_LISTS), isKept: row !== undefined };
}

/** The result for the recipients that could be addressed, and its price. */
type OutcomeOfSend = Pick<
  SendSummary,
  "accepted" | "queued" | "held" | "optedOut" | "cannotReceive" | "heldDomains" | "queuedUntil" | "price"
>;

async function wouldBe(
  context: SendContext,
  messages: readonly SendResponse[],
  asked: Pick<SendFromPageRequest, "sendAt" | "localTime" | "window">,
): Promise<OutcomeOfSend> {
  const { sendAt } = asked;
  const going = await goingOut(messages, asked, { quiet: context.rules.quiet, now: context.now });
  const estimate = await estimateSend(context, messages, sendAt);
  const { balanceMicros: _, nightEndsAt, accepted, queued, ...counts } = estimate;
  return {
    ...counts,
    ...split(accepted + queued, going ? going.atOnce : sendAt ? 0 : accepted),
    queuedUntil: nightEndsAt && queued > 0 ? formatNz(nightEndsAt) : null,
    price: toDecimal(wouldCharge(messages)),
  };
}

/** Splits messages into those that are sent at once and those that wait. */
function split(many: number, atOnce: number): { accepted: number; queued: number } {
  const accepted = Math.min(many, atOnce);
  return { accepted, queued: many - accepted };
}

async function became(
  { db, caller, rules }: SendContext,
  messages: readonly SendResponse[],
  sendAt: Date | undefined,
): Promise<OutcomeOfSend & { acceptedAt: Date | null }> {
  const { micros, acceptedAt, ...blocked } = await readCharged(db, caller.accountId, messages);
  const [optedOut, cannotReceive] = [Number(blocked.optedOut), Number(blocked.cannotReceive)];
  const count = (status: SendResponse["status"]) => messages.filter((m) => m.status === status).length;
  const queued = count("queued");
  // A repeat gets the morning of the first send.
  const until = acceptedAt && queued > 0 ? releaseTime(sendAt ?? acceptedAt, rules.quiet) : null;
  return {
    // The responses count blocked messages as accepted, because they are billed.
    accepted: count("accepted") - optedOut - cannotReceive,
    queued,
    held: count("held"),
    optedOut,
    cannotReceive,
    heldDomains: [...new Set(messages.flatMap(({ held_domains }) => held_domains ?? []))].sort(),
    queuedUntil: until && formatNz(until),
    price: toDecimal(micros),
    acceptedAt,
  };
}

/** Reads the price of messages, and the numbers of those that were blocked at acceptance. */
async function readCharged(
  db: Database,
  accountId: number,
  messages: readonly SendResponse[],
): Promise<ChargedRow> {
  const ids = messages.map(({ message_id }) => message_id);
  const [row] = await db.query<ChargedRow>(chargedStatement(accountId, ids));
  return row ?? { optedOut: 0n, cannotReceive: 0n, micros: 0n, acceptedAt: null };
}

/** A request to lists in place of recipients. */
type ListRequest = MergedRequest & { to: string[]; lists: readonly string[] };

/** The result of a send, and the stored facts about its lists. */
type SentToLists = ListFacts & { result: SendResult<SendResponse | BulkSent> };

/** The lists of a send, and the number of their contacts that it left out. */
type ListFacts = Pick<FormTerms, "listNames" | "leftOut">;

/** The key of a form, and its values that are no part of the request. */
type AsForm = { key: NonNullable<RepeatKey>; form: Pick<FormTerms, "name" | "draftId"> };

/**
 * Sends to the contacts of lists, once for its key (rules: sends to lists, idempotency). A repeat is the same request
 * to the same lists, even if their contacts have changed or the lists are deleted. It gets the first result.
 * @throws GatewayError like a send; `not_found` for a list.
 */
async function sendToLists(
  context: SendContext,
  request: ListRequest,
  { key, form }: AsForm,
): Promise<SentToLists> {
  const { db, caller, rules, now } = context;
  const { accountId } = caller;
  const idempotency = idempotencyOf({ key, operation: "sms", request }, rules.authSecret, now);
  const response = request.sandbox ? null : await findRepeat(db, accountId, idempotency, now);
  if (response !== null) return { result: { kind: "replay", response }, ...NO_LISTS };
  const { lists: _, ...plain } = request;
  const { to, fields, ...resolved } = await resolveRecipients(db, accountId, request, rules.maxRecipients);
  const known = { repeated: request, form: { ...form, ...resolved } };
  const result = await send(context, { ...plain, to, fields }, key, known);
  return { result, ...resolved };
}

import {
  countMembersStatement,
  type MemberCounts,
  type SendListRow,
  sendListsStatement,
} from "@/lib/contacts/list-members.sql";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import { FAILURES_NAMED, type SendFromPageRequest, type SendSummary } from "@/lib/contracts/members/send";
import { requireAfterCommit, tryAfterCommit } from "@/lib/db/after-commit";
import type { Database, Queryable } from "@/lib/db/client";
import { dropSentDraft } from "@/lib/messages/drafts/drafts";
import { resolveRecipients } from "@/lib/messages/merge/list-recipients";
import {
  type ChargedRow,
  chargedStatement,
  type KeptSend,
  type LeftOutRow,
  leftOutStatement,
} from "@/lib/messages/send/bulk-send.sql";
import { estimateSend } from "@/lib/messages/send/estimate";
import { findRepeat, idempotencyOf, prefixedKey, type RepeatKey } from "@/lib/messages/send/idempotency";
import { keepBulkSend } from "@/lib/messages/send/keep-bulk-send";
import { type MergedRequest, send } from "@/lib/messages/send/send";
import type { BulkSent } from "@/lib/messages/send/send-response";
import {
  countriesOf,
  goingOut,
  partsOf,
  readBulk,
  toGoesOut,
  wouldCharge,
} from "@/lib/messages/send/send-summary";
import type { SendContext, SendResult } from "@/lib/messages/send/submit";
import { toDecimal } from "@/lib/money";
import { writeWindow } from "@/lib/sms/delivery-window";
import { formatNz } from "@/lib/sms/nz-time";
import { releaseTime } from "@/lib/sms/quiet-hours";
import { MAX_PARTS } from "@/lib/sms/text/segments";

/**
 * Sends a form of the Members Area, once for its key. A second press of the button, or a repeat after a lost
 * response, gets the first result.
 * @throws GatewayError 400, 403 or 409 as sending does. OutcomeUnknownError where the messages may be
 * accepted but the result cannot be read; a repeat gets it.
 */
export async function sendFromPage(
  context: SendContext,
  { key, name, draftId, ...asked }: SendFromPageRequest,
): Promise<SendSummary> {
  const { localTime, window, lists, ...plain } = asked;
  // A request without it is the same as before there was any: what is repeated after an upgrade must be.
  const request = {
    ...plain,
    ...(localTime ? { localTime } : {}),
    ...(window ? { window } : {}),
    fragmentationLimit: MAX_PARTS,
  };
  const repeatKey = prefixedKey("members", key);
  const { result, listNames, leftOut } =
    lists === undefined
      ? { result: await send(context, request, repeatKey), listNames: [], leftOut: 0 }
      : await sendToLists(context, { ...request, lists }, repeatKey);
  const { messages, first, failed, failures } = readBulk(result);
  const { acceptedAt, ...outcome } = asked.sandbox
    ? { ...(await wouldBe(context, messages, asked)), acceptedAt: null }
    : await requireAfterCommit(() => became(context, messages, asked.sendAt));
  // A repeat is told of the first send's times.
  const terms = { quiet: context.rules.quiet, now: acceptedAt ?? context.now };
  const going = await goingOut(messages, asked, terms);
  const firstAt = going ? going.first : await firstTime(asked, messages);
  const sendAt = going && going.atOnce > 0 ? undefined : firstAt;
  const kept = { name, sendAt, window: window && writeWindow(window), listNames, leftOut };
  const sendId = acceptedAt && (await keepTogether(context, messages, { acceptedAt, ...kept }));
  if (draftId && acceptedAt) await dropDraft(context, draftId);
  return {
    sandbox: asked.sandbox,
    scheduledFor: asked.sendAt ? formatNz(asked.sendAt) : null,
    localTime: asked.sendAt !== undefined && asked.localTime,
    total: messages.length + failed,
    leftOut,
    ...outcome,
    ...(going ? { queuedUntil: null } : {}),
    goesOut: toGoesOut(going),
    failed,
    failures: failures.slice(0, FAILURES_NAMED),
    sender: first?.from ?? null,
    ...partsOf(messages),
    messageId: !asked.sandbox && messages.length === 1 ? (first?.message_id ?? null) : null,
    sendId,
  };
}

/** When the first of the messages goes out; undefined for at once. */
async function firstTime(
  { sendAt, localTime }: Pick<SendFromPageRequest, "sendAt" | "localTime">,
  messages: readonly SendResponse[],
): Promise<Date | undefined> {
  if (sendAt === undefined || !localTime) return sendAt;
  const countries = await countriesOf(messages, sendAt);
  return countries.reduce((first, { at }) => (at < first ? at : first), countries[0]?.at ?? sendAt);
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

/** Of so many messages that go out, those that do at once and those that wait. */
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
    // The responses call blocked messages accepted, since they are billed.
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

/**
 * Stores which messages were sent together; null for none, and for one message without a name or a list. It follows the commit of the
 * messages. If it fails, or the server ends in between, a repeat of the send stores it, and nothing else is
 * lost.
 */
async function keepTogether(
  { db, caller }: SendContext,
  messages: readonly SendResponse[],
  kept: KeptSend,
): Promise<string | null> {
  const [first, ...others] = messages.map(({ message_id }) => message_id);
  if (first === undefined) return null;
  if (others.length === 0 && kept.name === undefined && (kept.listNames ?? []).length === 0) return null;
  const keep = () => keepBulkSend(db, caller.accountId, [first, ...others], kept);
  return tryAfterCommit<string | null>(keep, null, "what was sent together was not kept");
}

/** Deletes the draft that was sent. If it fails, a repeat of the send does it, or whoever kept it. */
function dropDraft({ db, caller }: SendContext, id: string): Promise<void> {
  return tryAfterCommit(
    () => dropSentDraft(db, caller.accountId, id),
    undefined,
    "a draft that was sent is left",
  );
}

/** The price of messages, and how many went BLOCKED as they were accepted. */
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

/** What came of it, and what is kept of its lists. */
type SentToLists = {
  result: SendResult<SendResponse | BulkSent>;
  listNames: readonly string[];
  leftOut: number;
};

/**
 * Sends to the contacts of lists, once for its key (rules: sends to lists, idempotency). A repeat is the same request to the
 * same lists, whoever is in them meanwhile, and where they are gone: it gets the first result.
 * @throws GatewayError as sending does; `not_found` for a list.
 */
async function sendToLists(
  context: SendContext,
  request: ListRequest,
  key: NonNullable<RepeatKey>,
): Promise<SentToLists> {
  const first = request.sandbox ? null : await findFirst(context, request, key);
  if (first !== null) return first;
  const { lists: _, ...plain } = request;
  const { to, fields, leftOut, listNames } = await resolveRecipients(
    context.db,
    context.caller.accountId,
    request,
    context.rules.maxRecipients,
  );
  const result = await send(context, { ...plain, to, fields }, key, request);
  return { result, listNames, leftOut };
}

/** The first result of a request; null where there is none. */
async function findFirst(
  { db, caller, rules, now }: SendContext,
  request: ListRequest,
  key: NonNullable<RepeatKey>,
): Promise<SentToLists | null> {
  const idempotency = idempotencyOf({ key, operation: "sms", request }, rules.authSecret, now);
  const response = await findRepeat(db, caller.accountId, idempotency, now);
  if (response === null) return null;
  const result = { kind: "replay", response } as const;
  const id = readBulk(result).first?.message_id;
  const { accountId } = caller;
  const [kept] = id === undefined ? [] : await db.query<LeftOutRow>(leftOutStatement(accountId, id));
  return { result, ...(kept ?? (await listsNow(db, accountId, request.lists))) };
}

/** What is kept of lists, as they are now: the server that sent to them ended before it kept it, or is about to. */
async function listsNow(db: Queryable, accountId: number, ids: readonly string[]): Promise<LeftOutRow> {
  const found = await db.query<SendListRow>(sendListsStatement(accountId, ids));
  const [counts] = await db.query<MemberCounts>(countMembersStatement(found.map(({ id }) => id)));
  return { listNames: found.map(({ name }) => name), leftOut: counts?.optedOut ?? 0 };
}

import { findSender } from "@/lib/accounts/find-sender";
import type { Actor } from "@/lib/activity/record-activity";
import type { Caller } from "@/lib/auth/callers/caller";
import { loadRates, priceOf, type Rates } from "@/lib/billing/price";
import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import { encrypt } from "@/lib/crypto/encryption";
import { tryAfterCommit } from "@/lib/db/after-commit";
import type { Database } from "@/lib/db/client";
import { releaseHeld } from "@/lib/domains/release-held";
import { unapprovedAmong } from "@/lib/domains/unapproved-hosts";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import type {
  Idempotency,
  Item,
  Outcome,
  OwnText,
  Submission,
  Taken,
} from "@/lib/messages/accept/submission";
import { heldTexts } from "@/lib/messages/merge/held-texts";
import { startTimes } from "@/lib/messages/merge/start-times";
import type { Draft } from "@/lib/messages/send/draft";
import { findRepeat, idempotencyOf, type RepeatKey } from "@/lib/messages/send/idempotency";
import { responsePieces } from "@/lib/messages/send/response-pieces";
import { routeItems } from "@/lib/messages/send/route-items";
import { acceptedResponse, type SendFacts, sandboxResponse } from "@/lib/messages/send/send-response";
import { sentForm, sentLine } from "@/lib/messages/send/sent-form";
import { type Opening, openingsOf, requireOpening, requireWindow } from "@/lib/messages/window/openings";
import { findPorted } from "@/lib/numbers/find-ported";
import { loadNetworks } from "@/lib/numbers/network";
import { mapInSlices } from "@/lib/parsing/map-in-slices";
import { writeWindow } from "@/lib/sms/delivery-window";
import { canReceiveSms } from "@/lib/sms/numbers/msisdn";
import { keepsQuietHours, type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** The settings that sending depends on. */
export type SendRules = {
  maxRecipients: number;
  /** How long messages are worth handing over that do not say it themselves. */
  validityMinutes: { otp: number; other: number };
  quiet: QuietHours;
  /** What one-time codes and stored responses are encrypted under. */
  authSecret: string;
};

/** Who sends, by which settings, and when; the person who pressed the button, where it was one. */
export type SendContext = { db: Database; caller: Caller; rules: SendRules; now: Date; actor?: Actor };

/** The request of a draft. A sandbox request sends nothing; with a key, a repeat gets the first response. */
export type Asked = { sandbox: boolean; idempotencyKey: RepeatKey; request: unknown };

/** Makes the response of an operation from the entries of its messages. */
export type Respond<Response> = (entry: (item: Item) => SendResponse, items: readonly Item[]) => Response;

/** The result of a send: a new response, or the stored text of the first response to the same request. */
export type SendResult<Response> =
  | { kind: "answer"; response: Response }
  | { kind: "replay"; response: string };

/**
 * Submits a draft (rules: accepting, sandbox). It finds the sender, prices and times, checks the links, and
 * has the messages accepted. In the sandbox it only tells what would happen. Nothing is answered before its
 * commit.
 * @throws GatewayError 403 or 409, with the codes that its operation declares.
 */
export async function submit<Response extends object>(
  context: SendContext,
  draft: Draft,
  asked: Asked,
  respond: Respond<Response>,
): Promise<SendResult<Response>> {
  const { db, caller, now } = context;
  const idempotency = rememberable(context, draft, asked);
  const before = idempotency && (await findRepeat(db, caller.accountId, idempotency, now));
  if (before !== null) return { kind: "replay", response: before };

  const { submission, facts } = await prepare(context, draft, idempotency);
  if (asked.sandbox) {
    return { kind: "answer", response: await inSandbox(db, submission, facts, respond) };
  }
  const toResponse = (taken: Taken) =>
    respond((item) => acceptedResponse(facts, item, taken), submission.items);
  if (submission.items.length === 0)
    return { kind: "answer", response: toResponse({ blocked: new Set(), ported: new Map() }) };

  const outcome = await acceptBatcherOf(db).accept(submission, now, (taken) =>
    responsePieces(toResponse(taken)),
  );
  if (outcome.kind === "accepted") {
    if (outcome.queued) db.wake("dispatch");
    // Blocked messages have reports to deliver.
    if (outcome.blocked.size > 0) db.wake("webhooks");
    // The sweep does it too: accepted and billed messages are answered as such.
    await tryAfterCommit(
      () => releaseMeanwhileApproved(context, facts.heldHosts),
      undefined,
      "held messages wait for the sweep",
    );
    return { kind: "answer", response: toResponse(outcome) };
  }
  // Of two equal requests at once, the second may find the balance spent by the first: it is a repeat too.
  const meanwhile = idempotency && (await findMeanwhile(context, idempotency, outcome));
  if (meanwhile !== null) return { kind: "replay", response: meanwhile };
  throw refusal(outcome);
}

/**
 * Releases messages whose hosts were approved after the check and before the commit: that approval did not
 * see them. Usually there is none, and the account's other held messages are not read.
 */
async function releaseMeanwhileApproved(
  { db, caller, rules, now }: SendContext,
  heldHosts: readonly string[],
): Promise<void> {
  const { accountId } = caller;
  const still = await unapprovedAmong(db, accountId, heldHosts);
  if (still.length < heldHosts.length) await releaseHeld(db, { accountId }, now, rules.quiet);
}

/**
 * Finds the first response of a request that was not accepted.
 * @throws the error of the acceptance, if it failed: it says more than an error of this look-up.
 */
function findMeanwhile(
  { db, caller, now }: SendContext,
  idempotency: Idempotency,
  outcome: Outcome,
): Promise<string | null> {
  return findRepeat(db, caller.accountId, idempotency, now).catch((error: unknown) => {
    throw outcome.kind === "failed" ? outcome.error : error;
  });
}

function rememberable({ rules, now }: SendContext, draft: Draft, asked: Asked): Idempotency | null {
  if (asked.idempotencyKey === null || asked.sandbox) return null;
  const request = { key: asked.idempotencyKey, operation: draft.sendType, request: asked.request };
  return idempotencyOf(request, rules.authSecret, now);
}

async function inSandbox<Response>(
  db: Database,
  { items }: Submission,
  facts: SendFacts,
  respond: Respond<Response>,
): Promise<Response> {
  const ported = await findPorted(
    db,
    items.map(({ msisdn }) => msisdn),
  );
  return respond((item) => sandboxResponse(facts, item, ported.get(item.msisdn)), items);
}

function refusal(outcome: Exclude<Outcome, { kind: "accepted" }>): unknown {
  switch (outcome.kind) {
    case "failed":
      return outcome.error;
    case "account_closed":
      return new GatewayError("invalid_credentials", "This account is disabled.");
    case "repeated":
      return new GatewayError(
        "idempotency_conflict",
        "This Idempotency-Key has just expired. Use a new one.",
      );
    // Refused whole (rules: debits).
    case "insufficient_funds":
      return new GatewayError("insufficient_funds", "The account balance does not cover this request.");
  }
}

/** The submission, and the facts that its messages share. */
async function prepare(
  { db, caller, rules, now, actor }: SendContext,
  draft: Draft,
  idempotency: Idempotency | null,
): Promise<{ submission: Submission; facts: SendFacts }> {
  const msisdns = draft.recipients.flatMap(({ msisdn }) => msisdn ?? []);
  if (draft.window) requireWindow(draft.window);
  const startsAtOf = await startTimes(draft, msisdns, now);
  const [sender, { heldHosts, own }, rates, networks] = await Promise.all([
    findSender(db, caller, { asked: draft.from, kind: draft.kind }, now),
    heldTexts(db, caller.accountId, draft),
    loadRates(db, now),
    loadNetworks(db, now),
  ]);
  const startsAt = draft.sendAt ?? now;
  const nightEndsAt = releaseTime(startsAt, rules.quiet);
  const { sendType, text, encoding, parts, truncated } = draft;
  const quietEnd = rules.quiet.end;
  const night = { nightEndsAt, quietEnd };
  const facts = {
    sendType,
    sender,
    text,
    encoding,
    parts,
    truncated,
    heldHosts,
    ...night,
    networks,
    isScheduled: draft.sendAt !== undefined,
  };
  const { messageClass } = draft;
  const request = { accountId: caller.accountId, sender, sendType, messageClass };
  const carrierOf = await routeItems(db, request, { msisdns, networks }, now);
  const opening = draft.window && openingsOf(draft.window, rules.quiet);
  const pricing = { caller, rates, kind: draft.kind, facts, startsAtOf, carrierOf, own, opening, now };
  const items = await mapInSlices(msisdns, SLICE, (msisdn, place) => toItem(pricing, msisdn, place));
  const submission: Submission = {
    accountId: caller.accountId,
    sendType,
    messageClass: draft.messageClass,
    sender,
    body: draft.maskedText ?? text,
    encryptedBody: draft.maskedText === null ? null : encrypt(text, rules.authSecret),
    encoding,
    parts,
    customerMessageId: draft.customerMessageId,
    rateCode: draft.rateCode,
    billedRateCode: draft.billedRateCode,
    heldHosts,
    window: draft.window && writeWindow(draft.window),
    validityMinutes: draft.validityMinutes ?? rules.validityMinutes[sendType === "otp" ? "otp" : "other"],
    items,
    idempotency,
    limitedKeyId: caller.limitedKeyId,
    form: draft.form && sentForm(draft.form, draft, items, startsAtOf),
    line: actor && sentLine(actor, draft.form, items),
  };
  return { submission, facts };
}

/** Recipients that are read at once: each number takes up to tens of microseconds. */
const SLICE = 200;

/** The facts that the price and the time of each message follow from. */
type Pricing = {
  caller: Caller;
  rates: Rates;
  kind: Draft["kind"];
  facts: SendFacts;
  /** When a recipient's message goes out, the night apart. */
  startsAtOf: (msisdn: string) => Date;
  carrierOf: (msisdn: string) => number;
  /** The text of each message where these differ. */
  own: readonly OwnText[] | null;
  /** When a message's delivery window is open; undefined without one. */
  opening: Opening | undefined;
  now: Date;
};

/**
 * One message: its price, and when it may be sent
 * (rules: prices, impossible numbers, held links, night queue, scheduled sends, delivery windows).
 */
function toItem(
  { caller, rates, kind, facts, startsAtOf, carrierOf, own: texts, opening, now }: Pricing,
  msisdn: string,
  place: number,
): Item {
  const own = texts?.[place];
  const { parts, heldHosts } = own ?? facts;
  const { sendType, nightEndsAt } = facts;
  const startsAt = startsAtOf(msisdn);
  const dueAt = opening
    ? requireOpening(opening, { msisdn, sendType }, { at: startsAt, now })
    : ((keepsQuietHours(msisdn, sendType) ? nightEndsAt : null) ?? startsAt);
  return {
    id: newId(),
    msisdn,
    ...priceOf(rates, caller, { msisdn, parts, kind }),
    ...(canReceiveSms(msisdn)
      ? { invalidNumber: false, carrierId: carrierOf(msisdn) }
      : { invalidNumber: true, carrierId: SIMULATOR_ID }),
    dueAt: heldHosts.length > 0 ? null : dueAt,
    sendAt: facts.isScheduled || (opening && dueAt > now) ? dueAt : null,
    own,
  };
}

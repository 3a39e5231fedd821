import { findSender } from "@/lib/accounts/find-sender";
import type { Caller } from "@/lib/auth/callers/caller";
import { loadRates, priceOf, type Rates } from "@/lib/billing/price";
import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { encrypt } from "@/lib/crypto/encryption";
import { GatewayError } from "@/lib/errors";
import { newMessageId } from "@/lib/ids";
import type { Idempotency, Item, OwnText, Submission } from "@/lib/messages/accept/submission";
import { heldTexts } from "@/lib/messages/merge/held-texts";
import { startTimes } from "@/lib/messages/merge/start-times";
import type { Draft } from "@/lib/messages/send/draft";
import { type ItemRouter, routeItems } from "@/lib/messages/send/routing/route-items";
import type { SendContext } from "@/lib/messages/send/send-context";
import type { SendFacts } from "@/lib/messages/send/send-response";
import { sentForm, sentLine } from "@/lib/messages/send/sent-form";
import { type Opening, openingsOf, requireOpening, requireWindow } from "@/lib/messages/window/openings";
import { loadNetworks } from "@/lib/numbers/network";
import { mapInSlices } from "@/lib/parsing/map-in-slices";
import { writeWindow } from "@/lib/sms/delivery-window";
import { canReceiveSms } from "@/lib/sms/numbers/msisdn";
import { keepsQuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/**
 * Prepares the submission, and returns it with the facts that its messages share. `outdated` is the version of old
 * routes, if one is known. Requests that the account may not make are rejected here, where a repeat still gets its
 * first response (rules: idempotency).
 */
export async function prepare(
  { db, caller, rules, now, actor }: SendContext,
  draft: Draft,
  { idempotency, outdated }: { idempotency: Idempotency | null; outdated: number | null },
): Promise<{ submission: Submission; facts: SendFacts }> {
  const msisdns = draft.recipients.flatMap(({ msisdn }) => msisdn ?? []);
  requireEncoding(caller, draft);
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
  const facts = {
    sendType,
    sender,
    text,
    encoding,
    parts,
    truncated,
    heldHosts,
    nightEndsAt,
    quietEnd: rules.quiet.end,
    networks,
    isScheduled: draft.sendAt !== undefined,
  };
  const { cell } = db;
  const { kind, messageClass } = draft;
  const request = { accountId: caller.accountId, sender, sendType, messageClass };
  const recipients = { msisdns, networks, outdated };
  const { routesVersion, carrierOf } = await routeItems(db, request, recipients, now);
  const opening = draft.window && openingsOf(draft.window, rules.quiet);
  // One literal: copying another object costs microseconds.
  const pricing = { cell, caller, rates, kind, facts, startsAtOf, carrierOf, own, opening, now };
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
    routesVersion: items.every(({ invalidNumber }) => invalidNumber) ? null : routesVersion,
    idempotency,
    limitedKeyId: caller.limitedKeyId,
    form: draft.form && sentForm(draft.form, draft, items, startsAtOf),
    line: actor && sentLine(actor, draft.form, items),
  };
  return { submission, facts };
}

/**
 * Rejects UCS-2 if the account does not have it (rules: unicode).
 * @throws GatewayError `unicode_not_enabled`.
 */
function requireEncoding({ unicodeEnabled }: Caller, { encoding }: Draft): void {
  if (encoding === "GSM-7" || unicodeEnabled) return;
  throw new GatewayError(
    "unicode_not_enabled",
    "Parameter 'unicode' needs Unicode to be enabled on the account.",
  );
}

/** The recipients that are read without a break: each number takes up to tens of microseconds. */
const SLICE = 200;

/** The facts that determine the price and the time of each message. */
type Pricing = {
  /** The number of the cell that accepts it. */
  cell: number;
  caller: Caller;
  rates: Rates;
  kind: Draft["kind"];
  facts: SendFacts;
  /** Returns the time at which a recipient's message is sent, apart from the night. */
  startsAtOf: (msisdn: string) => Date;
  carrierOf: ItemRouter["carrierOf"];
  /** The text of each message if the texts differ. */
  own: readonly OwnText[] | null;
  /** Returns the time at which a message's delivery window is open; undefined without a window. */
  opening: Opening | undefined;
  now: Date;
};

/**
 * Returns one message with its price and its due time
 * (rules: prices, impossible numbers, held links, night queue, scheduled sends, delivery windows).
 */
function toItem(
  { cell, caller, rates, kind, facts, startsAtOf, carrierOf, own: texts, opening, now }: Pricing,
  msisdn: string,
  place: number,
): Item {
  const own = texts?.[place];
  const { parts, heldHosts } = own ?? facts;
  const { sendType, nightEndsAt, text } = facts;
  const startsAt = startsAtOf(msisdn);
  const dueAt = opening
    ? requireOpening(opening, { msisdn, sendType }, { at: startsAt, now })
    : ((keepsQuietHours(msisdn, sendType) ? nightEndsAt : null) ?? startsAt);
  const { netMicros, gstMicros } = priceOf(rates, caller, { msisdn, parts, kind });
  const invalidNumber = !canReceiveSms(msisdn);
  return {
    id: newMessageId(cell),
    msisdn,
    netMicros,
    gstMicros,
    invalidNumber,
    carrierId: invalidNumber ? SIMULATOR_ID : carrierOf(msisdn, { at: dueAt, text: own?.body ?? text }),
    dueAt: heldHosts.length > 0 ? null : dueAt,
    sendAt: facts.isScheduled || (opening && dueAt > now) ? dueAt : null,
    own,
  };
}

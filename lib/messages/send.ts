import type { Caller } from "@/lib/accounts/caller";
import { findSender } from "@/lib/accounts/find-sender";
import { loadRates, priceOf, type Rates } from "@/lib/billing/price";
import type { BulkSendResponse, SendRequest, SendResponse } from "@/lib/contracts/send";
import type { Database } from "@/lib/db/client";
import { releaseHeld } from "@/lib/domains/release-held";
import { unapprovedHosts } from "@/lib/domains/unapproved-hosts";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { acceptTogether } from "@/lib/messages/accept-together";
import { findRepeat, idempotencyOf } from "@/lib/messages/idempotency";
import {
  acceptedResponse,
  bulkResponse,
  type Recipient,
  type SendFacts,
  sandboxResponse,
  unaddressable,
} from "@/lib/messages/send-response";
import type { Idempotency, Item, Outcome, Submission } from "@/lib/messages/submission";
import { loadNetworks } from "@/lib/numbers/network";
import { encodeText } from "@/lib/sms/encoding";
import { canReceiveSms, isNewZealand, normaliseMsisdn } from "@/lib/sms/msisdn";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";
import { partsAllowed, trimToParts } from "@/lib/sms/segments";

/** What of the settings a send depends on. */
export type SendRules = { maxRecipients: number; quiet: QuietHours };

/** The answer to a send: new, or the first answer to the same request as it was given. */
export type SendResult =
  | {
      kind: "answer";
      response: SendResponse | BulkSendResponse;
      /** Whether messages were accepted, and whether any went BLOCKED, of which there are reports to deliver. */
      accepted: boolean;
      blocked: boolean;
    }
  | { kind: "replay"; response: string };

/**
 * Sends a text to one recipient or to many (spec 4.2): checks the request, builds the text as it goes out, prices
 * it, and has it accepted; or, in the sandbox, only tells what would happen. Nothing is answered before its commit.
 * @param idempotencyKey makes a repeat of the same request give the first answer again; null for none.
 * @throws GatewayError 400, 403 or 409 as spec 7 and the decisions name them.
 */
export async function send(
  db: Database,
  caller: Caller,
  request: SendRequest,
  idempotencyKey: string | null,
  rules: SendRules,
  now: Date,
): Promise<SendResult> {
  const recipients = readRecipients(request.to, rules.maxRecipients);
  if (request.unicode && !caller.unicodeEnabled) {
    throw new GatewayError(
      "unicode_not_enabled",
      "Parameter 'unicode' needs Unicode to be enabled on the account.",
    );
  }
  const idempotency =
    idempotencyKey === null || request.sandbox ? null : idempotencyOf({ key: idempotencyKey, request }, now);
  const before = idempotency && (await findRepeat(db, caller.accountId, idempotency, now));
  if (before !== null) return { kind: "replay", response: before };

  const { submission, facts } = await prepare(db, caller, request, recipients, idempotency, rules, now);
  const answer = (of: (item: Item) => SendResponse) =>
    Array.isArray(request.to)
      ? bulkResponse(recipients, submission.items, of)
      : of(submission.items[0] as Item);
  if (request.sandbox) return nothingSent(answer((item) => sandboxResponse(facts, item)));

  const toResponse = (blocked: ReadonlySet<string>) =>
    answer((item) => acceptedResponse(facts, item, blocked));
  if (submission.items.length === 0) return nothingSent(toResponse(new Set()));
  const outcome = await acceptTogether(db, submission, now, (blocked) => JSON.stringify(toResponse(blocked)));
  if (outcome.kind === "accepted") {
    // An approval that was committed meanwhile did not see these messages yet.
    if (facts.heldHosts.length > 0) await releaseHeld(db, caller, now, rules.quiet);
    const { blocked } = outcome;
    return { kind: "answer", response: toResponse(blocked), accepted: true, blocked: blocked.size > 0 };
  }
  // Of two equal requests at once, the second may find the money gone that the first has spent: it is a repeat too.
  const meanwhile = idempotency && (await findRepeat(db, caller.accountId, idempotency, now));
  if (meanwhile !== null) return { kind: "replay", response: meanwhile };
  throw refusal(outcome);
}

function nothingSent(response: SendResponse | BulkSendResponse): SendResult {
  return { kind: "answer", response, accepted: false, blocked: false };
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
    case "insufficient_funds":
      return new GatewayError("insufficient_funds", "The account balance does not cover this request.");
  }
}

function readRecipients(to: string | readonly string[], most: number): Recipient[] {
  if (typeof to === "string") {
    const msisdn = normaliseMsisdn(to);
    if (msisdn === null) throw new GatewayError("invalid_recipient", `Parameter 'to': ${unaddressable(to)}`);
    return [{ given: to, msisdn }];
  }
  if (to.length === 0)
    throw new GatewayError("invalid_parameter", "Parameter 'to' must name at least one recipient.");
  if (to.length > most) {
    throw new GatewayError(
      "too_many_recipients",
      `Parameter 'to' has ${to.length} recipients; one request takes at most ${most}. Split it.`,
    );
  }
  return to.map((given) => ({ given, msisdn: normaliseMsisdn(given) }));
}

/** What the messages of a request share, and the messages themselves. */
async function prepare(
  db: Database,
  caller: Caller,
  request: SendRequest,
  recipients: readonly Recipient[],
  idempotency: Idempotency | null,
  rules: SendRules,
  now: Date,
): Promise<{ submission: Submission; facts: SendFacts }> {
  const encoded = encodeText(request.body, request.unicode);
  const { text, parts, truncated } = trimToParts(
    encoded.text,
    encoded.encoding,
    partsAllowed(request.fragmentationLimit),
  );
  // Characters that nobody sees are dropped from a text; there may have been no others.
  if (text === "")
    throw new GatewayError("invalid_parameter", "Parameter 'body' has nothing that can be sent.");
  const [sender, heldHosts, rates, networks] = await Promise.all([
    findSender(db, caller, request.from),
    unapprovedHosts(db, caller.accountId, text),
    loadRates(db, now),
    loadNetworks(db, now),
  ]);
  const encoding = encoded.encoding;
  const nightEndsAt = releaseTime(now, rules.quiet);
  const facts = {
    sender,
    text,
    encoding,
    parts,
    truncated,
    heldHosts,
    nightEndsAt,
    quietEnd: rules.quiet.end,
    networks,
  };
  const submission: Submission = {
    accountId: caller.accountId,
    sendType: "sms",
    messageClass: request.messageClass,
    sender,
    body: text,
    encoding,
    parts,
    customerMessageId: request.messageId ?? null,
    rateCode: request.rateCode ?? null,
    billedRateCode: request.rateCode ?? null,
    heldHosts,
    items: await toItems(recipients, (msisdn) => toItem(caller, rates, facts, msisdn, now)),
    idempotency,
  };
  return { submission, facts };
}

/** Reading some countries' numbers costs tens of microseconds: between slices of a long list others get their turn. */
const SLICE = 200;

async function toItems(recipients: readonly Recipient[], of: (msisdn: string) => Item): Promise<Item[]> {
  const items: Item[] = [];
  for (const [index, { msisdn }] of recipients.entries()) {
    if (index > 0 && index % SLICE === 0) await new Promise(setImmediate);
    if (msisdn !== null) items.push(of(msisdn));
  }
  return items;
}

function toItem(caller: Caller, rates: Rates, facts: SendFacts, msisdn: string, now: Date): Item {
  const dueAt = (isNewZealand(msisdn) ? facts.nightEndsAt : null) ?? now;
  return {
    id: newId(),
    msisdn,
    ...priceOf(rates, caller, msisdn, facts.parts),
    invalidNumber: !canReceiveSms(msisdn),
    dueAt: facts.heldHosts.length > 0 ? null : dueAt,
  };
}

import type { SendResponse } from "@/lib/contracts/gateway/send";
import { tryAfterCommit } from "@/lib/db/after-commit";
import type { Database } from "@/lib/db/client";
import { releaseHeld } from "@/lib/domains/release-held";
import { unapprovedAmong } from "@/lib/domains/unapproved-hosts";
import { GatewayError, isGatewayError } from "@/lib/errors";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import { MAX_LIGHT_ITEMS } from "@/lib/messages/accept/next-batch";
import {
  type Idempotency,
  type Item,
  type MessageFindings,
  NOTHING_FOUND,
  type Outcome,
  type Submission,
} from "@/lib/messages/accept/submission";
import type { Draft } from "@/lib/messages/send/draft";
import { findRepeat, idempotencyOf, type RepeatKey } from "@/lib/messages/send/idempotency";
import { prepare } from "@/lib/messages/send/prepare";
import { responsePieces } from "@/lib/messages/send/response-pieces";
import { MAX_ROUTINGS, refusedByNewest, routesChanging } from "@/lib/messages/send/routing/by-newest";
import type { SendContext } from "@/lib/messages/send/send-context";
import { acceptedResponse, type SendFacts, sandboxResponse } from "@/lib/messages/send/send-response";
import { findPorted } from "@/lib/numbers/find-ported";

/** The request of a draft. A sandbox request sends nothing. With a key, a repeat gets the first response. */
export type SubmitRequest = { sandbox: boolean; idempotencyKey: RepeatKey; request: unknown };

/** Builds the response of an operation from the entries of its messages. */
export type Respond<Response> = (entry: (item: Item) => SendResponse, items: readonly Item[]) => Response;

/** The result of a send: a new response, or the stored text of the first response to the same request. */
export type SendResult<Response> =
  | { kind: "answer"; response: Response }
  | { kind: "replay"; response: string };

/**
 * Submits a draft (rules: accepting, sandbox). It finds the sender, prices and times, checks the links, and accepts
 * the messages. In the sandbox it only returns the expected result. It returns after the commit. Most requests with
 * an idempotency key are new. An earlier response is therefore looked up only after a refusal. It is looked up first
 * if the preparation would cost much more than the look-up.
 * @throws GatewayError 403 or 409, with the codes that its operation declares.
 */
export async function submit<Response extends object>(
  context: SendContext,
  draft: Draft,
  asked: SubmitRequest,
  respond: Respond<Response>,
): Promise<SendResult<Response>> {
  if (asked.sandbox) {
    const { submission, facts } = await prepareByNewest(context, draft, {
      idempotency: null,
      outdated: null,
    });
    return { kind: "answer", response: await inSandbox(context.db, submission, facts, respond) };
  }
  const idempotency = repeatable(context, draft, asked);
  const find = () =>
    idempotency && findRepeat(context.db, context.caller.accountId, idempotency, context.now);
  const before = draft.recipients.length > MAX_LIGHT_ITEMS ? await find() : null;
  if (before !== null) return { kind: "replay", response: before };
  const refuse = async (error: unknown): Promise<SendResult<Response>> => {
    const response = await findEarlier(find, error);
    if (response === null) throw error;
    return { kind: "replay", response };
  };
  const routed = await acceptRouted(context, draft, idempotency, respond).catch(refuse);
  if ("kind" in routed) return routed;
  const { outcome, facts, toResponse } = routed;
  if (outcome.kind !== "accepted") return refuse(refusal(outcome));
  if (outcome === NOTHING_TO_ACCEPT) {
    // Without recipients no key is claimed: the key may belong to another request.
    const earlier = await find();
    if (earlier !== null) return { kind: "replay", response: earlier };
  }
  await followUp(context, outcome, facts);
  return { kind: "answer", response: toResponse(outcome) };
}

/** Runs the work after an acceptance. */
async function followUp(
  context: SendContext,
  { queued, blocked }: { queued: boolean } & MessageFindings,
  { heldHosts }: SendFacts,
): Promise<void> {
  if (queued) context.db.wake("dispatch");
  // Blocked messages have reports to deliver.
  if (blocked.size > 0) context.db.wake("webhooks");
  // The sweep would also do it. If it fails, the response still reports the accepted and billed messages.
  await tryAfterCommit(
    () => releaseMeanwhileApproved(context, heldHosts),
    undefined,
    "held messages wait for the sweep",
  );
}

/** Prepares a draft. Only the newest routes may refuse messages that no carrier takes (rules: routes). */
function prepareByNewest(
  context: SendContext,
  draft: Draft,
  { idempotency, outdated: known }: { idempotency: Idempotency | null; outdated: number | null },
) {
  const work = (outdated: number | null) => prepare(context, draft, { idempotency, outdated });
  return refusedByNewest(context.db, work, known);
}

/** Prepares a draft and accepts it, with carriers chosen by the routes of acceptance (rules: routes). */
async function acceptRouted<Response extends object>(
  context: SendContext,
  draft: Draft,
  idempotency: Idempotency | null,
  respond: Respond<Response>,
): Promise<{ outcome: Outcome; facts: SendFacts; toResponse: (taken: MessageFindings) => Response }> {
  const { db, now } = context;
  let outdated: number | null = null;
  for (let routings = 1; ; routings++) {
    const { submission, facts } = await prepareByNewest(context, draft, { idempotency, outdated });
    const toResponse = (taken: MessageFindings) =>
      respond((item) => acceptedResponse(facts, item, taken), submission.items);
    if (submission.items.length === 0) return { outcome: NOTHING_TO_ACCEPT, facts, toResponse };
    const outcome = await acceptBatcherOf(db).accept(submission, now, (taken) =>
      responsePieces(toResponse(taken)),
    );
    if (outcome.kind !== "routes_changed" || routings === MAX_ROUTINGS) return { outcome, facts, toResponse };
    outdated = submission.routesVersion;
  }
}

const NOTHING_TO_ACCEPT: Outcome = { kind: "accepted", queued: false, ...NOTHING_FOUND };

/**
 * Releases messages whose hosts were approved after the check and before the commit: that approval did not see them.
 * Usually there is none, and the account's other held messages are not read.
 */
async function releaseMeanwhileApproved(
  { db, caller, rules, now }: SendContext,
  heldHosts: readonly string[],
): Promise<void> {
  const { accountId } = caller;
  const still = await unapprovedAmong(db, accountId, heldHosts);
  if (still.length < heldHosts.length) await releaseHeld(db, accountId, now, rules.quiet);
}

/**
 * Finds the first response to a request that was not accepted. A repeat gets it even if the balance was spent by the
 * first request or the sender was removed. If the look-up fails, the refusal is not returned: the first request may
 * have been accepted.
 * @throws GatewayError `idempotency_conflict`, or the error of the look-up in place of a refusal.
 */
async function findEarlier(
  find: () => Promise<string | null> | null,
  reason: unknown,
): Promise<string | null> {
  try {
    return await find();
  } catch (error) {
    throw isGatewayError(error) || isGatewayError(reason) ? error : reason;
  }
}

function repeatable({ rules, now }: SendContext, draft: Draft, asked: SubmitRequest): Idempotency | null {
  if (asked.idempotencyKey === null) return null;
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
    case "routes_changed":
      return routesChanging();
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

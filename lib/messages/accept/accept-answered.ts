import { recordActivity } from "@/lib/activity/record-activity";
import { spendFromKey } from "@/lib/auth/keys/key-limit";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import {
  type AcceptRow,
  type AcceptTerms,
  type AnsweredSubmission,
  acceptStatement,
  priceOf,
} from "@/lib/messages/accept/accept.sql";
import { isAlone } from "@/lib/messages/accept/next-batch";
import { sentFormStatements } from "@/lib/messages/accept/sent-form.sql";
import {
  type Item,
  type MessageFindings,
  NOTHING_FOUND,
  type Outcome,
  type Submission,
} from "@/lib/messages/accept/submission";

/** The outcome of a request whose account is locked by another transaction: nothing was written. */
export type ContendedOutcome = { kind: "contended" };

/** A request without an outcome. */
export type OpenRequest = {
  /** Its index among all requests. */
  index: number;
  submission: Submission;
  /**
   * The findings that its response is built from. At first only impossible numbers are blocked, and no number is
   * ported.
   */
  foreseen: MessageFindings;
  /** The number of times that acceptance had other findings. */
  surprises: number;
};

/** Outcomes by index; undefined for requests that need another round. */
export type Outcomes = (Outcome | ContendedOutcome | undefined)[];

/** A request, with the response that is stored with it. */
export type AnsweredRequest = { request: OpenRequest; answered: AnsweredSubmission };

/** Accepts requests by one statement, and writes the further rows of requests that stand alone. */
export async function acceptAnswered(
  db: Database,
  given: readonly AnsweredRequest[],
  terms: AcceptTerms,
): Promise<Outcomes> {
  const { now, locking, leases } = terms;
  const requests = given.map(({ request }) => request);
  const statement = await acceptStatement(
    given.map(({ answered }) => answered),
    terms,
  );
  const isLeft = ({ id, dueAt }: Item) => dueAt !== null && !leases?.ids.has(id);
  const absent = locking === "skip" ? CONTENDED : CLOSED;
  const work = async (queryable: Queryable) => {
    const [row] = await queryable.query<AcceptRow>(statement);
    const settled = settle(requests, row as AcceptRow, { absent, isLeft });
    for (const [number, outcome] of settled.entries()) {
      if (outcome?.kind !== "accepted") continue;
      const { submission } = requests[number] as OpenRequest;
      const { accountId, line, limitedKeyId } = submission;
      if (limitedKeyId) await spendFromKey(queryable, limitedKeyId, priceOf(submission), now);
      for (const its of sentFormStatements(submission, now)) await queryable.query(its);
      if (line) await recordActivity(queryable, { accountId, ...line }, now);
    }
    return settled;
  };
  // One statement is a transaction by itself. The rows of a form, an activity or a limit need a longer one.
  return requests.some(({ submission }) => isAlone(submission)) ? db.transaction(work) : work(db);
}

const CLOSED: Outcome = { kind: "account_closed" };
const CONTENDED: ContendedOutcome = { kind: "contended" };
const ROUTES_CHANGED: Outcome = { kind: "routes_changed" };

/**
 * The most times that a response is built. The findings of a request's numbers almost never change that often within
 * moments.
 */
const MAX_SURPRISES = 5;

/**
 * The terms of a settlement. `absent` is the outcome of a request without a balance. `isLeft` returns whether a
 * message is left to `dispatch`.
 */
type Settling = {
  absent: Outcome | ContendedOutcome;
  isLeft: (item: Item) => boolean;
};

/**
 * Reads the outcomes of a round. An account's balance after the round is known exactly, and a request that exceeds it
 * is refused. A request behind a refused one that fits is left for the next round. So is one whose response had other
 * findings, and it is then built again.
 */
function settle(requests: readonly OpenRequest[], row: AcceptRow, { absent, isLeft }: Settling): Outcomes {
  const balances = row.balances.map((balance) => (balance === null ? null : BigInt(balance)));
  const left = new Map<number, bigint>();
  for (const [place, { submission }] of requests.entries()) {
    const balance = balances[place] ?? null;
    if (balance === null) continue;
    const { accountId } = submission;
    left.set(accountId, (left.get(accountId) ?? balance) - (row.taken[place] ? priceOf(submission) : 0n));
  }
  const found = foundIn(row);
  return requests.map((request, place): Outcome | ContendedOutcome | undefined => {
    const { submission } = request;
    const { accountId, items, routesVersion: by } = submission;
    if ((balances[place] ?? null) === null) return by === null || by === row.routes ? absent : ROUTES_CHANGED;
    if (row.taken[place]) return { kind: "accepted", ...ofItems(found, items), queued: items.some(isLeft) };
    if (row.unforeseen?.[place]) {
      request.foreseen = ofItems(found, items);
      return ++request.surprises > MAX_SURPRISES ? unsettled() : undefined;
    }
    if (row.affordable[place]) return { kind: "repeated" };
    return priceOf(submission) > (left.get(accountId) ?? 0n) ? { kind: "insufficient_funds" } : undefined;
  });
}

function unsettled(): Outcome {
  const sentence =
    "The opt-outs or networks of these numbers are changing. Nothing was sent or charged. Try again in a second.";
  return { kind: "failed", error: new GatewayError("unavailable", sentence, { "Retry-After": "1" }) };
}

/** Returns the findings of a row: blocked messages, and messages to ported numbers. */
function foundIn({ blocked, ported, networks }: AcceptRow): MessageFindings {
  if (blocked.length === 0 && !ported) return NOTHING_FOUND;
  return {
    blocked: new Set(blocked),
    ported: new Map(ported?.map((id, place) => [id, networks?.[place] as string])),
  };
}

/** Returns the findings about these items. */
function ofItems({ blocked, ported }: MessageFindings, items: readonly Item[]): MessageFindings {
  if (blocked.size === 0 && ported.size === 0) return NOTHING_FOUND;
  const ids = items.map(({ id }) => id);
  return {
    blocked: new Set(ids.filter((id) => blocked.has(id))),
    ported: new Map(ids.flatMap((id) => (ported.has(id) ? [[id, ported.get(id) as string]] : []))),
  };
}

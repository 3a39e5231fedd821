import { recordActivity } from "@/lib/activity/record-activity";
import { spendFromKey } from "@/lib/auth/keys/key-limit";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import {
  type AcceptRow,
  type AcceptTerms,
  type Answered,
  acceptStatement,
  priceOf,
} from "@/lib/messages/accept/accept.sql";
import { isAlone } from "@/lib/messages/accept/next-batch";
import { sentFormStatements } from "@/lib/messages/accept/sent-form.sql";
import {
  type Item,
  NOTHING_FOUND,
  type Outcome,
  type Submission,
  type Taken,
} from "@/lib/messages/accept/submission";

/** Another transaction has the account locked: nothing was written. */
export type Contended = { kind: "contended" };

/** A request that has no outcome yet. */
export type OpenRequest = {
  /** Its place among all. */
  index: number;
  submission: Submission;
  /** What its response is made from: at first that nothing is blocked but impossible numbers, and nothing is ported. */
  foreseen: Taken;
  /** How often something else was found. */
  surprises: number;
};

/** Outcomes by place; undefined for those that take another round. */
export type Outcomes = (Outcome | Contended | undefined)[];

/** A request, with the response that is stored with it. */
export type AnsweredRequest = { request: OpenRequest; answered: Answered };

/** Accepts requests by one statement, and writes what is kept of those that stand alone. */
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
  // One statement is a transaction by itself; what a form, a line or a limit needs makes it more.
  return requests.some(({ submission }) => isAlone(submission)) ? db.transaction(work) : work(db);
}

const CLOSED: Outcome = { kind: "account_closed" };
const CONTENDED: Contended = { kind: "contended" };
const ROUTES_CHANGED: Outcome = { kind: "routes_changed" };

/** How often a response is made anew. The numbers of a request hardly ever change so often within moments. */
const MAX_SURPRISES = 5;

/** `absent`: the outcome of a request without a balance. `isLeft`: whether a message is left to `dispatch`. */
type Settling = {
  absent: Outcome | Contended;
  isLeft: (item: Item) => boolean;
};

/**
 * Reads what became of a round. An account's balance after the round is known exactly: a request that exceeds it is
 * refused. One that was behind a refused request and fits is left for the next round; so is one whose response foresees
 * something else, and is made anew then.
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
  return requests.map((request, place): Outcome | Contended | undefined => {
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
    "What is known of these numbers is changing just now. Nothing was done: repeat the request in a moment.";
  return { kind: "failed", error: new GatewayError("unavailable", sentence, { "Retry-After": "1" }) };
}

/** Returns which messages of a row are blocked, and which go to ported numbers. */
function foundIn({ blocked, ported, networks }: AcceptRow): Taken {
  if (blocked.length === 0 && !ported) return NOTHING_FOUND;
  return {
    blocked: new Set(blocked),
    ported: new Map(ported?.map((id, place) => [id, networks?.[place] as string])),
  };
}

/** Returns those of them that are among these items. */
function ofItems({ blocked, ported }: Taken, items: readonly Item[]): Taken {
  if (blocked.size === 0 && ported.size === 0) return NOTHING_FOUND;
  const ids = items.map(({ id }) => id);
  return {
    blocked: new Set(ids.filter((id) => blocked.has(id))),
    ported: new Map(ids.flatMap((id) => (ported.has(id) ? [[id, ported.get(id) as string]] : []))),
  };
}

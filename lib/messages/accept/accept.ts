import { recordActivity } from "@/lib/activity/record-activity";
import { spendFromKey } from "@/lib/auth/keys/key-limit";
import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { encryptPieces } from "@/lib/crypto/encryption";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { type AcceptRow, type AcceptTerms, acceptStatement } from "@/lib/messages/accept/accept.sql";
import type { Answer, Answered } from "@/lib/messages/accept/judged.sql";
import { isAlone } from "@/lib/messages/accept/next-batch";
import { sentFormStatements } from "@/lib/messages/accept/sent-form.sql";
import type { Item, Outcome, Submission, Taken } from "@/lib/messages/accept/submission";

/**
 * Makes the response to a submission with an idempotency key, in pieces, from what acceptance is to find of its
 * messages. It is stored with them. It may be made several times, and for a submission that is not taken in the end.
 */
export type Render = (index: number, taken: Taken) => Iterable<string>;

/** Another transaction has the account locked: nothing was written. */
export type Contended = { kind: "contended" };

/** The terms of `acceptStatement`, and how responses are made. */
export type AcceptOptions = AcceptTerms & { render: Render };

/**
 * Accepts requests of any accounts. One statement writes their messages and ledger entries, debits their accounts and
 * stores responses: a repeat gets the same response even if the server stops right after the commit. Each request is
 * accepted whole or not at all. In the same transaction is what is kept of a form, the line of activity that names
 * who sent it, and what a key with a daily limit has spent.
 *
 * A request that cannot be decided beside the others takes another round, by a statement of its own. It
 * stands behind a refused one and may be affordable, has the same idempotency key as another, or has a response that
 * foresees other blocked or ported numbers than were found.
 * @returns an outcome for each submission, in order; `failed` for those whose round failed.
 */
export async function accept(
  db: Database,
  submissions: readonly Submission[],
  now: Date,
  render: Render,
): Promise<Outcome[]> {
  const options: AcceptOptions = { now, render, locking: "wait", lease: null };
  return (await acceptWith(db, submissions, options)) as Outcome[];
}

/**
 * Accepts as `accept` does, with a choice of locking and lease. By `skip` it waits for no lock: submissions
 * of an account that is locked or closed are `contended`, and delay nobody else's. With a `lease`, messages
 * that are due are the caller's to hand over.
 */
export async function acceptWith(
  db: Database,
  submissions: readonly Submission[],
  options: AcceptOptions,
): Promise<(Outcome | Contended)[]> {
  const outcomes: (Outcome | Contended)[] = new Array(submissions.length);
  for await (const settled of acceptRounds(db, submissions, options))
    for (const { index, outcome } of settled) outcomes[index] = outcome;
  return outcomes;
}

/** What became of a submission, by its place. */
export type Settled = { index: number; outcome: Outcome | Contended };

/** Accepts as `acceptWith` does, and gives the outcomes of each round once it has ended: nobody waits for another's next one. */
export async function* acceptRounds(
  db: Database,
  submissions: readonly Submission[],
  options: AcceptOptions,
): AsyncGenerator<Settled[]> {
  const outcomes: Outcomes = new Array(submissions.length);
  let open = submissions.map(
    (submission, index): OpenRequest => ({
      ...{ index, submission, surprises: 0 },
      foreseen: {
        blocked: new Set(submission.items.filter((item) => item.invalidNumber).map(({ id }) => id)),
        ported: new Map(),
      },
    }),
  );
  while (open.length > 0) {
    const round = roundOf(open);
    try {
      const settled = await acceptRound(db, round, options);
      for (const [place, { index }] of round.entries()) outcomes[index] = settled[place];
      settleRepeats(open, outcomes);
    } catch (error) {
      // Outcomes of earlier rounds, which are committed, stand. A refusal is the one request's that its round has.
      for (const { index } of error instanceof GatewayError ? round : open)
        outcomes[index] = { kind: "failed", error };
    }
    yield open.flatMap(({ index }) => {
      const outcome = outcomes[index];
      return outcome ? { index, outcome } : [];
    });
    open = open.filter(({ index }) => outcomes[index] === undefined);
  }
}

/** A request that has no outcome yet. */
type OpenRequest = {
  /** Its place among all. */
  index: number;
  submission: Submission;
  /** What its response is made from: at first that nothing is blocked but impossible numbers, and nothing is ported. */
  foreseen: Taken;
  /** How often something else was found. */
  surprises: number;
};

/** Outcomes by place; undefined for those that take another round. */
type Outcomes = (Outcome | Contended | undefined)[];

/** The next round. What a key with a limit may have to take back takes nothing of others with it. */
function roundOf(open: readonly OpenRequest[]): OpenRequest[] {
  const hasLimited = open.some(({ submission }) => submission.limitedKeyId);
  return onePerKey(hasLimited ? open.slice(0, 1) : open);
}

/**
 * A statement can claim an idempotency key once: a second request with the same key waits for the next round.
 */
function onePerKey(open: readonly OpenRequest[]): OpenRequest[] {
  const seen = new Set<string>();
  return open.filter((request) => {
    const key = keyOf(request);
    return key === null || (!seen.has(key) && seen.add(key));
  });
}

/** A key that is claimed is so for all that wait with it: none of these takes a round. */
function settleRepeats(open: readonly OpenRequest[], outcomes: Outcomes): void {
  const isClaimed = ({ index }: OpenRequest) =>
    outcomes[index]?.kind === "accepted" || outcomes[index]?.kind === "repeated";
  const claimed = new Set(open.filter(isClaimed).flatMap((request) => keyOf(request) ?? []));
  for (const request of open) {
    const key = keyOf(request);
    if (key !== null && claimed.has(key)) outcomes[request.index] ??= { kind: "repeated" };
  }
}

/** An idempotency key with the account whose own it is; null without one. */
function keyOf({ submission: { accountId, idempotency } }: OpenRequest): string | null {
  return idempotency && `${accountId} ${idempotency.key}`;
}

/** Carries out one round. A response that cannot be made fails its own request, which takes part in no statement. */
async function acceptRound(
  db: Database,
  round: readonly OpenRequest[],
  options: AcceptOptions,
): Promise<Outcomes> {
  const answers = new Map<OpenRequest, Answer | null>();
  const outcomes = new Map<OpenRequest, Outcome | Contended | undefined>();
  for (const request of round) {
    try {
      answers.set(request, await answerTo(request, options.render));
    } catch (error) {
      outcomes.set(request, { kind: "failed", error });
    }
  }
  const requests = [...answers.keys()];
  const answered = [...answers].map(([{ submission }, answer]) => ({ submission, answer }));
  const settled = answered.length > 0 ? await acceptAnswered(db, requests, answered, options) : [];
  for (const [place, request] of requests.entries()) outcomes.set(request, settled[place]);
  return round.map((request) => outcomes.get(request));
}

/** The response that is stored with a request; null without an idempotency key. */
async function answerTo(
  { index, submission: { idempotency }, foreseen }: OpenRequest,
  render: Render,
): Promise<Answer | null> {
  if (!idempotency) return null;
  const response = await encryptPieces(render(index, foreseen), idempotency.responseSecret);
  return { foreseen, response };
}

/** Accepts requests by one statement, and writes what is kept of those that stand alone. */
async function acceptAnswered(
  db: Database,
  requests: readonly OpenRequest[],
  answered: readonly Answered[],
  options: AcceptOptions,
): Promise<Outcomes> {
  const { now, locking, lease } = options;
  const statement = await acceptStatement(answered, options);
  const work = async (queryable: Queryable) => {
    const rows = await queryable.query<AcceptRow>(statement);
    const absent = locking === "skip" ? CONTENDED : CLOSED;
    const isLeft = ({ dueAt, carrierId }: Item) =>
      dueAt !== null && (lease === null || dueAt > now || carrierId !== SIMULATOR_ID);
    const settled = settle(requests, rows, absent, isLeft);
    for (const [number, outcome] of settled.entries()) {
      if (outcome?.kind !== "accepted") continue;
      const { submission } = requests[number] as OpenRequest;
      const { accountId, line, limitedKeyId } = submission;
      if (limitedKeyId) await spendFromKey(queryable, limitedKeyId, priceIn(rows, number), now);
      for (const its of sentFormStatements(submission, now)) await queryable.query(its);
      if (line) await recordActivity(queryable, { accountId, ...line }, now);
    }
    return settled;
  };
  // One statement is a transaction by itself; what a form, a line or a limit needs makes it more.
  return requests.some(({ submission }) => isAlone(submission)) ? db.transaction(work) : work(db);
}

/** What a submission costs. */
function priceIn(rows: readonly AcceptRow[], number: number): bigint {
  return rows.find((row) => row.number === number)?.micros ?? 0n;
}

const CLOSED: Outcome = { kind: "account_closed" };
const CONTENDED: Contended = { kind: "contended" };
const ROUTES_CHANGED: Outcome = { kind: "routes_changed" };

/** How often a response is made anew. The numbers of a request hardly ever change so often within moments. */
const MAX_SURPRISES = 5;

/**
 * Reads a round's rows. An account's balance after the round is known exactly: a request that exceeds it is
 * refused. One that was behind a refused request and fits is left for the next round; so is one whose response
 * foresees something else, and is made anew then.
 * @param isLeft whether a message is left to `dispatch`.
 */
function settle(
  requests: readonly OpenRequest[],
  rows: readonly AcceptRow[],
  absent: Outcome | Contended,
  isLeft: (item: Item) => boolean,
): Outcomes {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const routesVersion = rows[0]?.routesVersion;
  const left = new Map<number, bigint>();
  for (const { number, balanceMicros, micros, taken } of rows) {
    if (number === null) continue;
    const { accountId } = (requests[number] as OpenRequest).submission;
    left.set(accountId, (left.get(accountId) ?? balanceMicros) - (taken ? micros : 0n));
  }
  return requests.map((request, number): Outcome | Contended | undefined => {
    const { accountId, items, routesVersion: by } = request.submission;
    const row = byNumber.get(number);
    if (!row) return by === null || by === routesVersion ? absent : ROUTES_CHANGED;
    if (row.taken) return { kind: "accepted", ...foundIn(row), queued: items.some(isLeft) };
    if (row.unforeseen) {
      request.foreseen = foundIn(row);
      return ++request.surprises > MAX_SURPRISES ? unsettled() : undefined;
    }
    if (row.affordable) return { kind: "repeated" };
    return row.micros > (left.get(accountId) ?? 0n) ? { kind: "insufficient_funds" } : undefined;
  });
}

function unsettled(): Outcome {
  const sentence =
    "What is known of these numbers is changing just now. Nothing was done: repeat the request in a moment.";
  return { kind: "failed", error: new GatewayError("unavailable", sentence, { "Retry-After": "1" }) };
}

/** What acceptance found of the messages of a request. */
function foundIn({ blocked, ported, networks }: AcceptRow): Taken {
  return {
    blocked: new Set(blocked),
    ported: new Map(ported.map((id, place) => [id, networks[place] as string])),
  };
}

import { encryptPieces } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import type { AcceptTerms, Answer } from "@/lib/messages/accept/accept.sql";
import {
  type AnsweredRequest,
  acceptAnswered,
  type Contended,
  type OpenRequest,
  type Outcomes,
} from "@/lib/messages/accept/accept-answered";
import { NOTHING_FOUND, type Outcome, type Submission, type Taken } from "@/lib/messages/accept/submission";

/**
 * Makes the response to a submission with an idempotency key, in pieces, from what acceptance is to find of its
 * messages. It is stored with them. It may be made several times, and for a submission that is not taken in the end.
 */
export type Render = (index: number, taken: Taken) => Iterable<string>;

/** The terms of acceptance, and how responses are made. */
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
  const options: AcceptOptions = { now, render, locking: "wait", leases: null };
  return (await acceptWith(db, submissions, options)) as Outcome[];
}

/**
 * Accepts as `accept` does, with a choice of locking and lease. By `skip` it waits for no lock: submissions
 * of an account that is locked or closed are `contended`, and delay nobody else's. Messages
 * with a lease are the caller's to hand over.
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
      index,
      submission,
      surprises: 0,
      foreseen: submission.idempotency ? foreseenFirst(submission) : NOTHING_FOUND,
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

function foreseenFirst({ items }: Submission): Taken {
  return {
    blocked: new Set(items.filter((item) => item.invalidNumber).map(({ id }) => id)),
    ported: new Map(),
  };
}

/** Returns the next round. A request whose key has a limit is a round alone: its refusal rolls back no other request. */
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
  const given: AnsweredRequest[] = [];
  const outcomes = new Map<OpenRequest, Outcome | Contended | undefined>();
  for (const request of round) {
    try {
      const { submission } = request;
      given.push({ request, answered: { submission, answer: await answerTo(request, options.render) } });
    } catch (error) {
      outcomes.set(request, { kind: "failed", error });
    }
  }
  const settled = given.length > 0 ? await acceptAnswered(db, given, options) : [];
  for (const [place, { request }] of given.entries()) outcomes.set(request, settled[place]);
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

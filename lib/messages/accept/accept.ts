import { encryptPieces } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import type { AcceptTerms, Answer } from "@/lib/messages/accept/accept.sql";
import {
  type AnsweredRequest,
  acceptAnswered,
  type ContendedOutcome,
  type OpenRequest,
  type Outcomes,
} from "@/lib/messages/accept/accept-answered";
import {
  type MessageFindings,
  NOTHING_FOUND,
  type Outcome,
  type Submission,
} from "@/lib/messages/accept/submission";

/**
 * Builds the response to a submission with an idempotency key, in pieces, from the expected findings about its
 * messages. It is stored with the messages. It may be called several times, and for a submission that is refused in
 * the end.
 */
export type Render = (index: number, taken: MessageFindings) => Iterable<string>;

/** The terms of acceptance, and the function that builds responses. */
export type AcceptOptions = AcceptTerms & { render: Render };

/**
 * Accepts requests of any accounts. One statement writes their messages and ledger entries, debits their accounts and
 * stores responses. A repeat gets the same response even if the server stops right after the commit. Each request is
 * accepted whole or not at all. The same transaction writes the rows of a form, the activity of a person's send, and
 * the spending of a key with a daily limit.
 *
 * A request that cannot be decided beside the others needs another round, with another statement. It comes after a
 * refused one and may be affordable, has the same idempotency key as another, or its response was built from other
 * findings.
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
 * Accepts like `accept`, with a choice of locking and lease. With `skip` it waits for no lock: submissions of an
 * account that is locked or closed are `contended`, and delay no others. The caller hands over messages with a lease.
 */
export async function acceptWith(
  db: Database,
  submissions: readonly Submission[],
  options: AcceptOptions,
): Promise<(Outcome | ContendedOutcome)[]> {
  const outcomes: (Outcome | ContendedOutcome)[] = new Array(submissions.length);
  for await (const settled of acceptRounds(db, submissions, options))
    for (const { index, outcome } of settled) outcomes[index] = outcome;
  return outcomes;
}

/** The outcome of a submission, by its index. */
export type SettledSubmission = { index: number; outcome: Outcome | ContendedOutcome };

/**
 * Accepts like `acceptWith`, and yields the outcomes after each round, so that no request waits for the next round of
 * another.
 */
export async function* acceptRounds(
  db: Database,
  submissions: readonly Submission[],
  options: AcceptOptions,
): AsyncGenerator<SettledSubmission[]> {
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
      // Outcomes of earlier rounds are committed and remain. A refusal concerns only the one request of its round.
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

function foreseenFirst({ items }: Submission): MessageFindings {
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

/** After an idempotency key is claimed, all waiting requests with the same key are repeats, and need no round. */
function settleRepeats(open: readonly OpenRequest[], outcomes: Outcomes): void {
  const isClaimed = ({ index }: OpenRequest) =>
    outcomes[index]?.kind === "accepted" || outcomes[index]?.kind === "repeated";
  const claimed = new Set(open.filter(isClaimed).flatMap((request) => keyOf(request) ?? []));
  for (const request of open) {
    const key = keyOf(request);
    if (key !== null && claimed.has(key)) outcomes[request.index] ??= { kind: "repeated" };
  }
}

/** Returns an idempotency key together with its account; null without a key. */
function keyOf({ submission: { accountId, idempotency } }: OpenRequest): string | null {
  return idempotency && `${accountId} ${idempotency.key}`;
}

/** Runs one round. If a response cannot be built, only its request fails, which is in no statement. */
async function acceptRound(
  db: Database,
  round: readonly OpenRequest[],
  options: AcceptOptions,
): Promise<Outcomes> {
  const given: AnsweredRequest[] = [];
  const outcomes = new Map<OpenRequest, Outcome | ContendedOutcome | undefined>();
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

/** Returns the response that is stored with a request; null without an idempotency key. */
async function answerTo(
  { index, submission: { idempotency }, foreseen }: OpenRequest,
  render: Render,
): Promise<Answer | null> {
  if (!idempotency) return null;
  const response = await encryptPieces(render(index, foreseen), idempotency.responseSecret);
  return { foreseen, response };
}

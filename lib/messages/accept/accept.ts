import { recordActivity } from "@/lib/activity/record-activity";
import { spendFromKey } from "@/lib/auth/keys/key-limit";
import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { encryptPieces } from "@/lib/crypto/encryption";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { type AcceptRow, type AcceptTerms, acceptStatement } from "@/lib/messages/accept/accept.sql";
import { isAlone } from "@/lib/messages/accept/next-batch";
import { type Remembered, rememberStatement } from "@/lib/messages/accept/remember.sql";
import { sentFormStatements } from "@/lib/messages/accept/sent-form.sql";
import type { Item, Outcome, Submission, Taken } from "@/lib/messages/accept/submission";

/**
 * Makes the response to an accepted submission with an idempotency key, in pieces. It is stored with the
 * messages.
 */
export type Render = (index: number, taken: Taken) => Iterable<string>;

/** Another transaction has the account locked: nothing was written. */
export type Contended = { kind: "contended" };

/** The terms of `acceptStatement`, and how responses are made. */
export type AcceptOptions = AcceptTerms & { render: Render };

/**
 * Accepts requests of any accounts. One statement in one transaction writes their messages and ledger entries
 * and debits their accounts. Each request is accepted whole or not at all. Stored responses are part of the
 * transaction: a repeat gets the same response even if the server stops right after the commit. So is what is kept of
 * a form, the line of activity that names who sent it, and what a key with a daily limit has spent.
 *
 * A request that cannot be decided beside the others takes another round, in a transaction of its own. It
 * stands behind a refused one and may be affordable, or has the same idempotency key as another.
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
  const outcomes: Outcomes = new Array(submissions.length);
  let open = submissions.map((_, index) => index);
  while (open.length > 0) {
    const round = roundOf(submissions, open);
    try {
      const settled = await acceptRound(db, submissions, round, options);
      for (const [number, index] of round.entries()) outcomes[index] = settled[number];
    } catch (error) {
      // Outcomes of earlier rounds, which are committed, stand. A refusal is the one request's that its round has.
      for (const index of error instanceof GatewayError ? round : open)
        outcomes[index] = { kind: "failed", error };
    }
    open = open.filter((index) => outcomes[index] === undefined);
  }
  return outcomes as (Outcome | Contended)[];
}

/** Outcomes by place; undefined for those that take another round. */
type Outcomes = (Outcome | Contended | undefined)[];

/** The next round. What a key with a limit may have to take back takes nothing of others with it. */
function roundOf(submissions: readonly Submission[], open: readonly number[]): number[] {
  const hasLimited = open.some((index) => submissions[index]?.limitedKeyId);
  return onePerKey(submissions, hasLimited ? open.slice(0, 1) : open);
}

/**
 * A statement can claim an idempotency key once: a second request with the same key waits for the next round.
 */
function onePerKey(submissions: readonly Submission[], open: readonly number[]): number[] {
  const seen = new Set<string>();
  return open.filter((index) => {
    const submission = submissions[index];
    if (!submission?.idempotency) return true;
    const name = `${submission.accountId} ${submission.idempotency.key}`;
    return !seen.has(name) && seen.add(name);
  });
}

/** Carries out one round, of the submissions at these places. */
async function acceptRound(
  db: Database,
  submissions: readonly Submission[],
  round: readonly number[],
  options: AcceptOptions,
): Promise<Outcomes> {
  const { now, render, locking, lease } = options;
  const parts = round.map((index) => submissions[index] as Submission);
  const statement = await acceptStatement(parts, options);
  const work = async (queryable: Queryable) => {
    const rows = await queryable.query<AcceptRow>(statement);
    const absent = locking === "skip" ? CONTENDED : CLOSED;
    const isLeft = ({ dueAt, carrierId }: Item) =>
      dueAt !== null && (lease === null || dueAt > now || carrierId !== SIMULATOR_ID);
    const settled = settle(parts, rows, absent, isLeft);
    const responses: Remembered[] = [];
    for (const [number, outcome] of settled.entries()) {
      const { accountId, idempotency } = parts[number] as Submission;
      if (!idempotency || outcome?.kind !== "accepted") continue;
      const { key, responseSecret } = idempotency;
      const response = await encryptPieces(render(round[number] as number, outcome), responseSecret);
      responses.push({ accountId, key, response });
    }
    if (responses.length > 0) await queryable.query(rememberStatement(responses));
    for (const [number, outcome] of settled.entries()) {
      if (outcome?.kind !== "accepted") continue;
      const submission = parts[number] as Submission;
      const { accountId, line, limitedKeyId } = submission;
      if (limitedKeyId) await spendFromKey(queryable, limitedKeyId, priceIn(rows, number), now);
      for (const its of sentFormStatements(submission, now)) await queryable.query(its);
      if (line) await recordActivity(queryable, { accountId, ...line }, now);
    }
    return settled;
  };
  // One statement is a transaction by itself; what a stored response, a form or a line needs makes it more.
  const isOne = parts.every((part) => !part.idempotency && !isAlone(part));
  return isOne ? work(db) : db.transaction(work);
}

/** What a submission costs. */
function priceIn(rows: readonly AcceptRow[], number: number): bigint {
  return rows.find((row) => row.number === number)?.micros ?? 0n;
}

const CLOSED: Outcome = { kind: "account_closed" };
const CONTENDED: Contended = { kind: "contended" };
const ROUTES_CHANGED: Outcome = { kind: "routes_changed" };

/**
 * Reads a round's rows. An account's balance after the round is known exactly: a request that exceeds it is
 * refused. One that was behind a refused request and fits is left for the next round.
 * @param isLeft whether a message is left to `dispatch`.
 */
function settle(
  parts: readonly Submission[],
  rows: readonly AcceptRow[],
  absent: Outcome | Contended,
  isLeft: (item: Item) => boolean,
): Outcomes {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const routesVersion = rows[0]?.routesVersion;
  const left = new Map<number, bigint>();
  for (const { number, balanceMicros, micros, taken } of rows) {
    if (number === null) continue;
    const { accountId } = parts[number] as Submission;
    left.set(accountId, (left.get(accountId) ?? balanceMicros) - (taken ? micros : 0n));
  }
  return parts.map(({ accountId, items, routesVersion: by }, number): Outcome | Contended | undefined => {
    const row = byNumber.get(number);
    if (!row) return by === null || by === routesVersion ? absent : ROUTES_CHANGED;
    if (row.taken) {
      const taken = {
        blocked: new Set(row.blocked),
        ported: new Map(row.ported.map((id, place) => [id, row.networks[place] as string])),
      };
      return { kind: "accepted", ...taken, queued: items.some(isLeft) };
    }
    if (row.affordable) return { kind: "repeated" };
    return row.micros > (left.get(accountId) ?? 0n) ? { kind: "insufficient_funds" } : undefined;
  });
}

import { encryptPieces } from "@/lib/crypto/encryption";
import type { Database, Queryable } from "@/lib/db/client";
import {
  type AcceptRow,
  acceptStatement,
  type Locking,
  type Remembered,
  rememberStatement,
} from "@/lib/messages/accept/accept.sql";
import type { Item, Outcome, Submission, Taken } from "@/lib/messages/accept/submission";

/** Makes the response to an accepted submission that carries an idempotency key, in pieces; it is stored with it. */
export type Render = (index: number, taken: Taken) => Iterable<string>;

/** Its account is in another transaction's hands: nothing was written. */
export type Busy = { kind: "busy" };

/** How a statement is to be carried out; see `acceptStatement`. */
export type AcceptOptions = { locking: Locking; lease: Date | null };

/**
 * Accepts any number of requests of any number of accounts: one statement in one transaction writes their messages
 * and ledger entries and debits their accounts. Each request is taken whole or not at all. A stored response is part
 * of the same transaction, so that a repeat is answered with it even when the server stops right after the commit.
 *
 * Requests that got in each other's way (one was refused, those behind it might be affordable after all; or two have
 * the same idempotency key) take another round, in a transaction of its own.
 * @returns an outcome per submission, in order; `failed` for those whose round could not be carried out.
 */
export async function accept(
  db: Database,
  submissions: readonly Submission[],
  now: Date,
  render: Render,
): Promise<Outcome[]> {
  const options: AcceptOptions = { locking: "wait", lease: null };
  return (await acceptWith(db, submissions, now, render, options)) as Outcome[];
}

/**
 * Accepts as `accept` does. By `locking` `skip` it waits for no account: what another transaction holds, or what has
 * been closed, is `busy`, so that one account that is held up keeps nobody waiting whose request happens to be beside
 * its own. With a `lease` what is due at once is the caller's to hand over.
 */
export async function acceptWith(
  db: Database,
  submissions: readonly Submission[],
  now: Date,
  render: Render,
  options: AcceptOptions,
): Promise<(Outcome | Busy)[]> {
  const outcomes = new Array<Outcome | Busy | undefined>(submissions.length);
  let waiting = submissions.map((_, index) => index);
  while (waiting.length > 0) {
    const round = onePerKey(submissions, waiting);
    try {
      await acceptRound(db, submissions, round, outcomes, now, render, options);
    } catch (error) {
      // What earlier rounds have committed stands, and is answered so.
      for (const index of waiting) outcomes[index] = { kind: "failed", error };
    }
    waiting = waiting.filter((index) => outcomes[index] === undefined);
  }
  return outcomes as (Outcome | Busy)[];
}

/** A statement can claim an idempotency key once: a second request with the same key waits for the next round. */
function onePerKey(submissions: readonly Submission[], waiting: readonly number[]): number[] {
  const seen = new Set<string>();
  return waiting.filter((index) => {
    const submission = submissions[index];
    if (!submission?.idempotency) return true;
    const name = `${submission.accountId} ${submission.idempotency.key}`;
    return !seen.has(name) && seen.add(name);
  });
}

async function acceptRound(
  db: Database,
  submissions: readonly Submission[],
  round: readonly number[],
  outcomes: (Outcome | Busy | undefined)[],
  now: Date,
  render: Render,
  { locking, lease }: AcceptOptions,
): Promise<void> {
  const parts = round.map((index) => submissions[index] as Submission);
  const statement = await acceptStatement(parts, now, locking, lease);
  const work = async (queryable: Queryable) => {
    const rows = await queryable.query<AcceptRow>(statement);
    const absent = locking === "skip" ? BUSY : CLOSED;
    const isLeft = ({ dueAt }: Item) => dueAt !== null && (lease === null || dueAt > now);
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
    return settled;
  };
  // One statement is a transaction by itself; only a stored response makes it two.
  const settled = await (parts.some(({ idempotency }) => idempotency) ? db.transaction(work) : work(db));
  for (const [number, index] of round.entries()) outcomes[index] = settled[number];
}

const CLOSED: Outcome = { kind: "account_closed" };
const BUSY: Busy = { kind: "busy" };

/**
 * Reads a round's rows. What an account has left after what was taken is known exactly, so that whatever exceeds it is
 * refused for good; a request behind a refusal that would fit is left open for the next round.
 * @param isLeft whether a message is for `dispatch` to find.
 */
function settle(
  parts: readonly Submission[],
  rows: readonly AcceptRow[],
  absent: Outcome | Busy,
  isLeft: (item: Item) => boolean,
): (Outcome | Busy | undefined)[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const left = new Map<number, bigint>();
  for (const { number, balanceMicros, micros, taken } of rows) {
    const { accountId } = parts[number] as Submission;
    left.set(accountId, (left.get(accountId) ?? balanceMicros) - (taken ? micros : 0n));
  }
  return parts.map(({ accountId, items }, number): Outcome | Busy | undefined => {
    const row = byNumber.get(number);
    if (!row) return absent;
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

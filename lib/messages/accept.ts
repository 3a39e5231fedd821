import type { Database, Queryable } from "@/lib/db/client";
import { type AcceptRow, acceptStatement, rememberStatement } from "@/lib/messages/accept.sql";
import type { Outcome, Submission } from "@/lib/messages/submission";

/**
 * Accepts any number of requests of any number of accounts: one statement in one transaction writes their messages
 * and ledger entries and debits their accounts. Each request is taken whole or not at all.
 *
 * @param render makes the response to an accepted request that carries an idempotency key; it is stored in the same
 *   transaction, so that a repeat is answered with it even when the server stops right after the commit.
 * @returns an outcome per submission, in order.
 */
export async function accept(
  db: Database,
  submissions: readonly Submission[],
  now: Date,
  render: (index: number, blocked: ReadonlySet<string>) => string,
): Promise<Outcome[]> {
  const outcomes = new Array<Outcome | undefined>(submissions.length);
  let waiting = submissions.map((_, index) => index);
  while (waiting.length > 0) {
    const round = onePerKey(submissions, waiting);
    const rows = await writeRound(db, submissions, round, outcomes, now, render);
    settleRefusals(submissions, round, rows, outcomes);
    waiting = waiting.filter((index) => outcomes[index] === undefined);
  }
  return outcomes as Outcome[];
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

async function writeRound(
  db: Database,
  submissions: readonly Submission[],
  round: readonly number[],
  outcomes: (Outcome | undefined)[],
  now: Date,
  render: (index: number, blocked: ReadonlySet<string>) => string,
): Promise<AcceptRow[]> {
  const parts = round.map((index) => submissions[index] as Submission);
  const work = async (queryable: Queryable) => {
    const rows = await queryable.query<AcceptRow>(acceptStatement(parts, now));
    const responses: { accountId: number; key: string; response: string }[] = [];
    for (const row of rows.filter(({ taken }) => taken)) {
      const index = round[row.number] as number;
      const blocked = new Set(row.blocked);
      const { accountId, idempotency } = submissions[index] as Submission;
      const response = idempotency ? render(index, blocked) : null;
      if (idempotency && response !== null) responses.push({ accountId, key: idempotency.key, response });
      outcomes[index] = { kind: "accepted", blocked, response };
    }
    if (responses.length > 0) await queryable.query(rememberStatement(responses));
    return rows;
  };
  // One statement is a transaction by itself; only a stored response makes it two.
  return parts.some(({ idempotency }) => idempotency) ? db.transaction(work) : work(db);
}

/**
 * Decides what was not taken. A refusal is final only for an account's first submission that is not: those behind
 * it were weighed on top of money that it will not spend, and are weighed again in the next round.
 */
function settleRefusals(
  submissions: readonly Submission[],
  round: readonly number[],
  rows: readonly AcceptRow[],
  outcomes: (Outcome | undefined)[],
): void {
  const unsettled = new Set<number>();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  for (const [number, index] of round.entries()) {
    const { accountId } = submissions[index] as Submission;
    const row = byNumber.get(number);
    if (row?.taken || unsettled.has(accountId)) continue;
    outcomes[index] = { kind: !row ? "account_closed" : row.affordable ? "repeated" : "insufficient_funds" };
    unsettled.add(accountId);
  }
}

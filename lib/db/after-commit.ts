import type { Database, Transaction } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { databaseFailure, OutcomeUnknownError } from "@/lib/db/unavailable";
import type { JobName } from "@/lib/db/wake";

/** What a transaction's operations leave to be done after its commit. */
export class AfterCommit {
  private works: { work: (db: Database) => Promise<unknown>; sentence: string }[] | undefined;
  private jobs: Set<JobName> | undefined;

  /** The part of a transaction's handle by which operations say so. */
  readonly handle: Pick<Transaction, "wake" | "afterCommit"> = {
    wake: (job) => {
      this.jobs ??= new Set();
      this.jobs.add(job);
    },
    afterCommit: (work, sentence) => {
      this.works ??= [];
      this.works.push({ work, sentence });
    },
  };

  /** Does the works in order, then wakes the jobs. Never throws. */
  async run(db: Database): Promise<void> {
    for (const { work, sentence } of this.works ?? [])
      await tryAfterCommit(() => work(db), undefined, sentence);
    for (const job of this.jobs ?? []) db.wake(job);
  }
}

/**
 * Does what follows a commit and is done later all the same, by the sweep or by a repeat. Where it fails, the
 * answer still tells of the commit (rules: unknown outcomes). The failure is logged as `sentence`.
 * @returns what `work` gives, or `otherwise` where it fails.
 */
export async function tryAfterCommit<Result>(
  work: () => Promise<Result>,
  otherwise: Result,
  sentence: string,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    logFailure(error, {}, sentence);
    return otherwise;
  }
}

/**
 * Does what follows a commit and is part of the answer. Nobody may be told any more that nothing was done.
 * @throws OutcomeUnknownError where the database is away; any other error as it is.
 */
export async function requireAfterCommit<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw databaseFailure(error) === "unavailable" ? new OutcomeUnknownError(error) : error;
  }
}

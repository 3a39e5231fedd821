import type { Database, Transaction } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { databaseFailure, OutcomeUnknownError } from "@/lib/db/unavailable";
import type { JobName } from "@/lib/db/wake";

/** The work that a transaction's operations leave for the time after its commit. */
export class AfterCommit {
  private works: { work: (db: Database) => Promise<unknown>; sentence: string }[] | undefined;
  private jobs: Set<JobName> | undefined;

  /** The part of a transaction's handle that adds such work. */
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

  /** Does the work in order, then wakes the jobs. Never throws. */
  async run(db: Database): Promise<void> {
    for (const { work, sentence } of this.works ?? [])
      await tryAfterCommit(() => work(db), undefined, sentence);
    for (const job of this.jobs ?? []) db.wake(job);
  }
}

/**
 * Does work after a commit that the sweep or a repeat would also do. If it fails, the response still reports the
 * commit (rules: unknown outcomes). The failure is logged as `sentence`.
 * @returns the result of `work`, or `otherwise` if it fails.
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
 * Does work after a commit that is part of the response. The caller must not be told that the request had no effect.
 * @throws OutcomeUnknownError if the database is away; any other error unchanged.
 */
export async function requireAfterCommit<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw databaseFailure(error) === "unavailable" ? new OutcomeUnknownError(error) : error;
  }
}

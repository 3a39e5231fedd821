import { logFailure } from "@/lib/db/log-failure";
import { databaseFailure, OutcomeUnknownError } from "@/lib/db/unavailable";

/**
 * Does what follows a commit and is done later all the same, by the sweep or by a repeat: where it fails, the answer
 * still tells of the commit (rules: unknown outcomes). The failure is logged as `sentence`.
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

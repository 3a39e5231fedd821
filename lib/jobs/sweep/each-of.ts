import { logFailure } from "@/lib/db/log-failure";

/**
 * Does one step after the other. One that fails keeps no other from being done: the first failure is thrown in the end, and
 * what else has failed is logged.
 */
export async function eachOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  for (const other of failures.slice(1)) logFailure(other, {}, "a step of the sweep failed");
  if (failures.length > 0) throw failures[0];
}

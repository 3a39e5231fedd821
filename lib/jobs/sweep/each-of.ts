import { logFailure } from "@/lib/db/log-failure";

/**
 * Runs steps one after the other, also after one fails. At the end, it throws the first failure and logs the others.
 */
export async function eachOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  for (const other of failures.slice(1)) logFailure(other, {}, "a step of the sweep failed");
  if (failures.length > 0) throw failures[0];
}

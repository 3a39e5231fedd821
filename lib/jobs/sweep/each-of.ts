import { logFailure } from "@/lib/db/log-failure";

/**
 * Runs all steps one after the other. A failed step does not stop the later ones: at the end, the first failure is
 * thrown and the others are logged.
 */
export async function eachOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  for (const other of failures.slice(1)) logFailure(other, {}, "a step of the sweep failed");
  if (failures.length > 0) throw failures[0];
}

import { isUnreachable } from "@/components/members/request";

/**
 * The outcome of several inputs: the number of successes, the number of failures, and each distinct reason.
 */
export type Tally = { done: number; failed: number; reasons: string[] };

/**
 * Runs an action for each input, one after the other. Continues after a refusal. Stops if the server cannot
 * be reached: the input without a response and the inputs after it count as failures.
 */
export async function doEach<Input>(
  inputs: readonly Input[],
  act: (input: Input) => Promise<unknown>,
): Promise<Tally> {
  const reasons = new Set<string>();
  let done = 0;
  for (const input of inputs) {
    try {
      await act(input);
      done++;
    } catch (error) {
      reasons.add(error instanceof Error ? error.message : String(error));
      if (isUnreachable(error)) break;
    }
  }
  return { done, failed: inputs.length - done, reasons: [...reasons] };
}

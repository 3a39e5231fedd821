import { isUnreachable } from "@/components/members/request";

/** What became of several inputs: how many were done, how many were not, and why, each reason once. */
export type Tally = { done: number; failed: number; reasons: string[] };

/**
 * Does something with each input, one after the other. It goes on past one that is refused, and stops when the
 * server cannot be reached: the input that got no answer and those behind it count as failed.
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

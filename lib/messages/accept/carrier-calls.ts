import { processWide } from "@/lib/process-wide";

const underWay = processWide("gatewayCarrierCalls", () => new Set<Promise<unknown>>());

/**
 * Remembers a call to a carrier until its answer is recorded, so that the process does not end before.
 * @returns the result of the call.
 */
export function noteCarrierCall<Result>(call: Promise<Result>): Promise<Result> {
  const calls = underWay.value;
  calls.add(call);
  const drop = () => void calls.delete(call);
  call.then(drop, drop);
  return call;
}

/** Waits until the answers to the calls that are under way now are recorded. */
export async function carrierCallsSoFar(): Promise<void> {
  await Promise.allSettled([...underWay.value]);
}

/** Waits until the answer to every call is recorded. Each call ends within its carrier's time. */
export async function carrierCallsEnded(): Promise<void> {
  const calls = underWay.value;
  while (calls.size > 0) await Promise.allSettled([...calls]);
}

import { processWide } from "@/lib/process-wide";

const underWay = processWide("gatewayCarrierCalls", () => new Set<Promise<unknown>>());

/**
 * Notes a call of a carrier from its beginning until its answer is recorded, for whoever ends this process.
 * @returns what the call gives.
 */
export function noteCarrierCall<Result>(call: Promise<Result>): Promise<Result> {
  const calls = underWay.value;
  calls.add(call);
  const forget = () => void calls.delete(call);
  call.then(forget, forget);
  return call;
}

/** Waits until the answer of every call that was begun is recorded. Each ends by itself: a carrier has 20 seconds. */
export async function carrierCallsEnded(): Promise<void> {
  const calls = underWay.value;
  while (calls.size > 0) await Promise.allSettled([...calls]);
}

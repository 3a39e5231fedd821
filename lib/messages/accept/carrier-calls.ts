// Next bundles each route apart: the calls under way are the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayCarrierCalls?: Set<Promise<unknown>> };

/**
 * Notes a call of a carrier from its beginning until its answer is recorded, for whoever ends this process.
 * @returns what the call gives.
 */
export function noteCarrierCall<Result>(call: Promise<Result>): Promise<Result> {
  holder.gatewayCarrierCalls ??= new Set();
  const calls = holder.gatewayCarrierCalls;
  calls.add(call);
  const forget = () => void calls.delete(call);
  call.then(forget, forget);
  return call;
}

/** Waits until the answer of every call that was begun is recorded. Each ends by itself: a carrier has 20 seconds. */
export async function carrierCallsEnded(): Promise<void> {
  const calls = holder.gatewayCarrierCalls;
  while (calls !== undefined && calls.size > 0) await Promise.allSettled([...calls]);
}

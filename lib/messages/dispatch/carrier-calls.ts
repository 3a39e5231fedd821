import { processWide } from "@/lib/process-wide";

/** Calls in progress, with the cells of their messages. */
const underWay = processWide("gatewayCarrierCalls", () => new Map<Promise<unknown>, number>());

/**
 * Registers a call to a carrier until its answer is recorded, so that the process does not end before.
 * @returns the result of the call.
 */
export function noteCarrierCall<Result>(cell: number, call: Promise<Result>): Promise<Result> {
  const calls = underWay.value;
  calls.set(call, cell);
  const drop = () => void calls.delete(call);
  call.then(drop, drop);
  return call;
}

/** Waits until the answers to a cell's current calls are recorded. */
export async function carrierCallsSoFar(cell: number): Promise<void> {
  await Promise.allSettled([...underWay.value].flatMap(([call, of]) => (of === cell ? [call] : [])));
}

/** Waits until the answer to every call is recorded. Each call ends within its carrier's time. */
export async function carrierCallsEnded(): Promise<void> {
  const calls = underWay.value;
  while (calls.size > 0) await Promise.allSettled([...calls.keys()]);
}

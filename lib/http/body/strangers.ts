import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { processWide } from "@/lib/process-wide";

/** An unverified caller's body whose announced length is at most this is read without waiting. */
const MAX_UNQUEUED_BYTES = 16 * 1024;

/**
 * The number of bodies that are read and answered at once, for one address and in all: as many as the budget of
 * bodies has room for.
 */
const PLACES = { slots: 128, slotsEach: 2, maxWaiting: 2_048, maxWaitingEach: 256, maxWaitMs: 10_000 };

type Places = { queue: FairQueue; held: WeakMap<GatewayRequest, () => void> };

const places = processWide(
  "gatewayStrangers",
  (): Places => ({ queue: new FairQueue(PLACES), held: new WeakMap() }),
);

/**
 * Waits until an unverified caller's larger body may be read (rules: body budget). The requests of one address wait
 * for each other, unread, and do not delay other addresses. `leavePlace` releases the place.
 * @returns false if too many of them wait, or if the wait was too long.
 */
export async function enterPlace(request: GatewayRequest, address: string): Promise<boolean> {
  const { queue, held } = places.value;
  if (!isLarge(request) || held.has(request)) return true;
  try {
    held.set(request, await queue.acquire(address));
    return true;
  } catch (error) {
    if (error instanceof QueueFullError) return false;
    throw error;
  }
}

/** Returns whether a body may be a larger one: its length need not be announced. */
function isLarge(request: GatewayRequest): boolean {
  const announced = request.header("content-length");
  return announced === null
    ? request.header("transfer-encoding") !== null
    : Number(announced) > MAX_UNQUEUED_BYTES;
}

/** Releases the place of a request that is answered, if it has one. */
export function leavePlace(request: GatewayRequest): void {
  places.value.held.get(request)?.();
}

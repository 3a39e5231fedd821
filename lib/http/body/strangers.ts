import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { processWide } from "@/lib/process-wide";

/** A stranger's body that is announced with no more than this is read without waiting. */
const MAX_UNQUEUED_BYTES = 16 * 1024;

/** How many of one address are read and answered at once, and of all: as many as the budget of bodies has room for. */
const PLACES = { slots: 128, slotsEach: 2, maxWaiting: 2_048, maxWaitingEach: 256, maxWaitMs: 10_000 };

type Places = { queue: FairQueue; held: WeakMap<GatewayRequest, () => void> };

const places = processWide(
  "gatewayStrangers",
  (): Places => ({ queue: new FairQueue(PLACES), held: new WeakMap() }),
);

/**
 * Waits until a stranger's larger body may be read (rules: body budget): the many of one address wait for each other, unread,
 * and not others for them. `leavePlace` gives the place back.
 * @returns false where too many of them wait, or it took too long.
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

/** Whether a body may be a larger one: how long it is need not be announced. */
function isLarge(request: GatewayRequest): boolean {
  const announced = request.header("content-length");
  return announced === null
    ? request.header("transfer-encoding") !== null
    : Number(announced) > MAX_UNQUEUED_BYTES;
}

/** Gives back the place of a request that is answered; one without a place is let be. */
export function leavePlace(request: GatewayRequest): void {
  places.value.held.get(request)?.();
}

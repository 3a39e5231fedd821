import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { processWide } from "@/lib/process-wide";

/** From this number of recipients on a request is heavy: the memory that it holds until its answer is read counts. */
export const HEAVY_RECIPIENTS = 100;

/** Heavy requests of one account at once. */
export const MAX_HEAVY_OF_ACCOUNT = 2;

/**
 * The number of requests that wait for others to end, and the longest wait. Waiting is cheaper than a rejection: a
 * rejected caller repeats at once. The budget of bodies bounds their bytes.
 */
const WAITING = { slotsEach: MAX_HEAVY_OF_ACCOUNT, maxWaiting: 512, maxWaitingEach: 64, maxWaitMs: 2_000 };

/**
 * Heavy requests of a process at once, and those whose answers are still being read: the latter use little but
 * memory.
 */
const MAX_HEAVY = 16;
const MAX_UNREAD = 64;

/**
 * The most recipients of all heavy requests together. Some 320 bytes of each are kept until its answer has been read.
 * Slow readers then hold 200 MB of a process at most, however many recipients a request may have.
 */
export const MAX_UNREAD_RECIPIENTS = 640_000;

/**
 * An answer that is being read keeps a place of work for this long at most, in milliseconds. A slow reader can read
 * for hours.
 */
const MAX_HELD_MS = 30_000;

type Queues = { working: FairQueue; unread: FairQueue; recipients: number };

const heavyRequests = processWide<Queues>("gatewayHeavyRequests", () => ({
  working: new FairQueue({ ...WAITING, slots: MAX_HEAVY }),
  unread: new FairQueue({ ...WAITING, slots: MAX_UNREAD }),
  recipients: 0,
}));

/** The places that a heavy request holds. */
type HeavySlot = { keep(recipients: number): void; beginAnswer(): void; leave(): void };

/**
 * The place of one request, used if the request turns out to be heavy: because of its body or its recipients
 * (rules: heavy requests).
 */
export class HeavyPlace {
  private slot: HeavySlot | undefined;

  /**
   * Enters the place, if need be after a moment. A request that has it keeps it.
   * @throws GatewayError `too_many_requests` if the account has too many in progress, `unavailable` if all accounts
   * together have.
   */
  async enter(accountId: number): Promise<void> {
    this.slot ??= await takeSlot(accountId);
  }

  /**
   * Enters the place of a request to the given number of recipients. A request to few needs none.
   * @throws GatewayError as `enter` does; also `unavailable` if the recipients of all requests are too many.
   */
  async enterFor(accountId: number, recipients: number): Promise<void> {
    if (recipients <= HEAVY_RECIPIENTS) return;
    await this.enter(accountId);
    this.slot?.keep(recipients);
  }

  /**
   * Notes that the answer begins. From 30 seconds later on at the latest, it delays only requests of its own account.
   */
  beginAnswer(): void {
    this.slot?.beginAnswer();
  }

  /** Leaves the place when the answer has been read, or is not wanted any more. A repeated call does nothing. */
  leave(): void {
    this.slot?.leave();
  }
}

const places = new WeakMap<GatewayRequest, HeavyPlace>();

/**
 * Returns the place of a request, the same for every caller. `route` leaves it, unless a long answer is still to be
 * read.
 */
export function heavyPlaceOf(request: GatewayRequest): HeavyPlace {
  const known = places.get(request);
  if (known) return known;
  const place = new HeavyPlace();
  places.set(request, place);
  return place;
}

async function takeSlot(accountId: number): Promise<HeavySlot> {
  const queues = heavyRequests.value;
  const read = await acquire(queues.unread, accountId);
  try {
    return slotOf(queues, await acquire(queues.working, accountId), read);
  } catch (error) {
    read();
    throw error;
  }
}

async function acquire(queue: FairQueue, accountId: number): Promise<() => void> {
  try {
    return await queue.acquire(String(accountId));
  } catch (error) {
    throw error instanceof QueueFullError ? tooMany(error.isOwnDoing) : error;
  }
}

function slotOf(queues: Queues, worked: () => void, read: () => void): HeavySlot {
  let timer: NodeJS.Timeout | undefined;
  let kept = 0;
  return {
    keep: (recipients) => {
      if (queues.recipients + recipients > MAX_UNREAD_RECIPIENTS) throw tooMany(false);
      kept += recipients;
      queues.recipients += recipients;
    },
    beginAnswer: () => {
      timer ??= setTimeout(worked, MAX_HELD_MS).unref();
    },
    leave: () => {
      clearTimeout(timer);
      queues.recipients -= kept;
      kept = 0;
      worked();
      read();
    },
  };
}

function tooMany(isOwnDoing: boolean): GatewayError {
  const headers = { "Retry-After": "1" };
  if (!isOwnDoing) {
    const busy = "Too many large requests are under way. Repeat this one in a moment.";
    return new GatewayError("unavailable", busy, headers);
  }
  return new GatewayError(
    "too_many_requests",
    `This account has ${MAX_HEAVY_OF_ACCOUNT} large requests under way, with more than ${HEAVY_RECIPIENTS} recipients or 64 KiB. Read their answers first.`,
    headers,
  );
}

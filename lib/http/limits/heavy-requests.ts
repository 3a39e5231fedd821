import { GatewayError } from "@/lib/errors";
import { FairQueue, QueueFullError } from "@/lib/fair-queue";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { processWide } from "@/lib/process-wide";

/** From so many recipients on a request is heavy: what is kept of it until its answer is read counts. */
export const HEAVY_RECIPIENTS = 100;

/** Heavy requests of one account at once. */
export const MAX_HEAVY_OF_ACCOUNT = 2;

/**
 * How many wait for others to end, and for how long. Waiting costs less than a refusal: whoever is refused at once asks
 * again at once. What has come of their bodies is bounded by the budget.
 */
const WAITING = { slotsEach: MAX_HEAVY_OF_ACCOUNT, maxWaiting: 512, maxWaitingEach: 64, maxWaitMs: 2_000 };

/** Heavy requests of a process at once, and those whose answers are still being read: these take little but memory. */
const MAX_HEAVY = 16;
const MAX_UNREAD = 64;

/**
 * Recipients of all of them together. Some 320 bytes of each are kept until its answer has been read. So what
 * slow readers keep is 200 MB of a process at most, however many recipients a request may have.
 */
export const MAX_UNREAD_RECIPIENTS = 640_000;

/** So long an answer that is being read keeps others from working, in milliseconds. Who trickles it can take hours. */
const MAX_HELD_MS = 30_000;

type Queues = { working: FairQueue; unread: FairQueue; recipients: number };

const heavyRequests = processWide<Queues>("gatewayHeavyRequests", () => ({
  working: new FairQueue({ ...WAITING, slots: MAX_HEAVY }),
  unread: new FairQueue({ ...WAITING, slots: MAX_UNREAD }),
  recipients: 0,
}));

/** What a heavy request holds. */
type HeavySlot = { keep(recipients: number): void; beginAnswer(): void; leave(): void };

/**
 * The place of one request, where it turns out to be heavy (rules: heavy requests): by its body, or by how many it is
 * to.
 */
export class HeavyPlace {
  private slot: HeavySlot | undefined;

  /**
   * Takes the place, if need be after a moment. A request that has it keeps it.
   * @throws GatewayError `too_many_requests` where the account has too many under way, `unavailable` where all have.
   */
  async enter(accountId: number): Promise<void> {
    this.slot ??= await takeSlot(accountId);
  }

  /**
   * Takes the place of a request to so many recipients; one to few needs none.
   * @throws GatewayError as `enter` does; `unavailable` too where the recipients of all come to too many.
   */
  async enterFor(accountId: number, recipients: number): Promise<void> {
    if (recipients <= HEAVY_RECIPIENTS) return;
    await this.enter(accountId);
    this.slot?.keep(recipients);
  }

  /** Its answer begins: 30 seconds from now at the latest it keeps nobody but its own account from working. */
  beginAnswer(): void {
    this.slot?.beginAnswer();
  }

  /** Its answer has been read, or is not wanted any more. Called again it does nothing. */
  leave(): void {
    this.slot?.leave();
  }
}

const places = new WeakMap<GatewayRequest, HeavyPlace>();

/** The place of a request, the same one whoever asks. `route` leaves it, where no long answer has still to be read. */
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

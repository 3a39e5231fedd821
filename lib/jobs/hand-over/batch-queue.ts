import type { Carrier } from "@/lib/carriers/carrier";
import { now } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { attempt, handLeased, isFresh, returnToQueue } from "@/lib/jobs/hand-over/hand-leased";
import { handingTo } from "@/lib/messages/dispatch/next-carrier";
import type { Leased } from "@/lib/queue/leased";
import { WorkPace } from "@/lib/queue/work-pace";

/** Most messages that may wait for their turn; what is accepted beyond waits in the queue. */
const MAX_WAITING = 4_000;

/**
 * A batch is begun at once after a quiet time, and no sooner than this after the one before, unless it is full. What
 * comes meanwhile gathers: a batch of a few costs nearly what one of hundreds costs.
 */
const SPACING_MS = 40;

/** So many messages are worth a batch of their own: they do not wait for others. */
const FULL = 100;

/**
 * While little waits, a batch has no more than this, and begins once so many wait. A process that is killed between the
 * hand-over of a batch and its record repeats the whole batch.
 */
const FEW = 8;

/** If more wait, they are handed over together. */
const MANY = 3 * FEW;

/**
 * Hands over what this process accepts for a carrier that has a statement for each batch, in the order it came: a batch at a
 * time, while others gather. What the carrier has no room for goes back to the queue. If the process ends, the leases run out.
 */
export class BatchQueue {
  private readonly database: () => Database;
  private readonly carrier: () => Carrier;
  private readonly waiting: Leased[] = [];
  private running: Promise<void> | undefined;
  private stopping = false;
  /** Ends the wait for others, while there is one. */
  private goOn: (() => void) | undefined;
  private beganAt = Number.NEGATIVE_INFINITY;
  private readonly pace = new WorkPace();

  constructor(database: () => Database, carrier: () => Carrier) {
    this.database = database;
    this.carrier = carrier;
  }

  hasRoomFor(messages: number): boolean {
    return !this.stopping && this.waiting.length + messages <= MAX_WAITING;
  }

  take(messages: readonly Leased[]): void {
    // Who is stopping has perhaps closed the database: the leases run out.
    if (this.stopping || messages.length === 0) return;
    for (const message of messages) this.waiting.push(message);
    if (this.waiting.length >= FEW) this.goOn?.();
    this.running ??= this.workOff();
  }

  /** Takes no more, waits for the batch that is under way, and returns to the queue what has not had its turn. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.goOn?.();
    await this.running;
  }

  private async workOff(): Promise<void> {
    while (this.waiting.length > 0 && !this.stopping) {
      for (let waitMs = this.waitMs(); waitMs > 0; waitMs = this.waitMs()) await this.gather(waitMs);
      this.beganAt = performance.now();
      const room = this.carrier().room();
      const most = this.waiting.length > MANY ? this.waiting.length : FEW;
      const batch = this.waiting.splice(0, room > 0 ? Math.min(room, most) : this.waiting.length);
      const at = now();
      const mayGo = (message: Leased) => room > 0 && isFresh(message, at);
      await this.pace.run(async () => {
        await attempt(batch.filter(mayGo), async (messages) => {
          const handing = await handingTo(this.database(), this.carrier().id, at);
          await handLeased(this.database(), this.carrier(), messages, { ...handing, now: at });
        });
        await attempt(
          batch.filter((message) => !mayGo(message)),
          (messages) => returnToQueue(this.database(), messages),
        );
      });
    }
    if (this.stopping)
      await attempt(this.waiting.splice(0), (messages) => returnToQueue(this.database(), messages));
    // In the same turn as the last look at what waits: who comes from here on begins anew.
    this.running = undefined;
  }

  /** The time for which the next batch waits for others. */
  private waitMs(): number {
    if (this.stopping || this.waiting.length >= FULL) return 0;
    const at = performance.now();
    const spacingMs = this.beganAt + SPACING_MS - at;
    return this.waiting.length >= FEW ? Math.min(spacingMs, this.pace.restMs(at)) : spacingMs;
  }

  /** Waits for others, for so long at most, until there are some or the process stops. */
  private gather(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.goOn?.(), waitMs);
      this.goOn = () => {
        clearTimeout(timer);
        this.goOn = undefined;
        resolve();
      };
    });
  }
}

import type { Carrier } from "@/lib/carriers/carrier";
import { currentSimulator } from "@/lib/carriers/process/current";
import { HOME_CELL } from "@/lib/cell-numbers";
import { cellDatabase, furtherCells } from "@/lib/cells/cells";
import { now } from "@/lib/clock";
import { authSecret } from "@/lib/crypto/auth-secret";
import { type Database, db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { type HandOver, setHandOver } from "@/lib/messages/accept/hand-over";
import { returnToQueueStatement } from "@/lib/messages/dispatch/dispatch.sql";
import { handToCarrier } from "@/lib/messages/dispatch/hand-to-carrier";
import { handingTo } from "@/lib/messages/dispatch/next-carrier";
import { leaseOneByOne } from "@/lib/queue/batch-leases";
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
 * So long what was found out at acceptance holds (rules: second look): the recipient has not opted out, and it is not
 * night. What has waited longer goes back to the queue, where it is looked at again.
 */
const FRESH_MS = 1_000;

/**
 * Hands over what this process accepts, in the order it came: a batch at a time, while others gather. What the carrier
 * has no room for goes back to the queue. What becomes of it should the process end is the lease's to see to.
 */
export class LocalDispatchQueue implements HandOver {
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
      const mayGo = ({ acceptedAt }: Leased) => room > 0 && at.getTime() - acceptedAt.getTime() <= FRESH_MS;
      await this.pace.run(async () => {
        await this.attempt(batch.filter(mayGo), (messages) => this.hand(messages, at));
        await this.attempt(
          batch.filter((message) => !mayGo(message)),
          (messages) => this.returnToQueue(messages),
        );
      });
    }
    if (this.stopping) await this.attempt(this.waiting.splice(0), (messages) => this.returnToQueue(messages));
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

  private async hand(messages: readonly Leased[], at: Date): Promise<void> {
    const carrier = this.carrier();
    const handing = await handingTo(this.database(), carrier.id, at);
    const terms = { authSecret: authSecret(), now: at, ...handing };
    const handed = await handToCarrier(this.database(), carrier, messages, terms);
    if (handed.submitted > 0 && carrier.takeReports) this.database().wake("carrier-reports");
    if (handed.refused > 0) this.database().wake("webhooks");
    if (handed.retried > 0) this.database().wake("dispatch");
  }

  private async returnToQueue(messages: readonly Leased[]): Promise<void> {
    await leaseOneByOne(this.database(), messages);
    await this.database().query(returnToQueueStatement(messages));
    this.database().wake("dispatch");
  }

  /** What fails is logged: the leases of what it concerns run out, and it is due again. */
  private async attempt(
    messages: readonly Leased[],
    work: (messages: readonly Leased[]) => Promise<void>,
  ): Promise<void> {
    if (messages.length === 0) return;
    try {
      await work(messages);
    } catch (error) {
      logFailure(error, { messages: messages.length }, "messages were not handed over");
    }
  }
}

/**
 * Has this process hand over what it accepts, each cell's by itself.
 * @returns a function that ends it: what is accepted afterwards waits in the queue.
 */
export function startHandOver(): () => Promise<void> {
  const cells = [HOME_CELL, ...furtherCells().keys()];
  const queues = cells.map((cell) => {
    const database = () => cellDatabase(db(), cell);
    const queue = new LocalDispatchQueue(database, () => currentSimulator(database()));
    setHandOver(queue, cell);
    return queue;
  });
  return async () => {
    for (const cell of cells) setHandOver(undefined, cell);
    await Promise.all(queues.map((queue) => queue.stop()));
  };
}

import { randomUUID } from "node:crypto";
import type { Load, RateLimit } from "@/lib/carriers/load/load";
import {
  forgetLoadStatement,
  forgetSilentStatement,
  tellLoadStatement,
} from "@/lib/carriers/load/load-teller.sql";
import { now } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";

/**
 * The delay of the first report for a busy carrier, the interval of reports, and their validity; in
 * milliseconds.
 */
const FIRST_MS = 1_000;
const EVERY_MS = 5_000;
const COUNTS_MS = 15_000;

/** The delay and interval of reports, which tests shorten. */
export type TellTimes = { firstMs: number; everyMs: number };

/**
 * Stores this process's load for a carrier that each process submits to independently
 * (rules: network figures). It reports every five seconds while the carrier is busy, and deletes its row
 * afterwards.
 */
export class LoadTeller {
  private readonly db: Database;
  private readonly carrierId: number;
  private readonly times: TellTimes;
  private readonly owner = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<void> = Promise.resolve();
  private isEnded = false;

  constructor(db: Database, carrierId: number, times: TellTimes = { firstMs: FIRST_MS, everyMs: EVERY_MS }) {
    this.db = db;
    this.carrierId = carrierId;
    this.times = times;
  }

  /** Starts the reports. @param look returns the carrier's load since its last call. */
  busy(look: (now: number) => Load & RateLimit): void {
    if (this.timer !== undefined || this.isEnded) return;
    // Resets the meter: earlier traffic must not count in the first report.
    look(performance.now());
    this.again(look, this.times.firstMs);
  }

  /** Ends the reports when the carrier is closed. */
  end(): Promise<void> {
    this.isEnded = true;
    if (this.timer === undefined) return this.telling;
    clearTimeout(this.timer);
    this.timer = undefined;
    return this.write(null);
  }

  private again(look: (now: number) => Load & RateLimit, ms: number): void {
    this.timer = setTimeout(() => {
      const load = look(performance.now());
      const isAtRest = load.inUse === 0 && load.perSecond === 0;
      this.timer = undefined;
      if (!isAtRest) this.again(look, this.times.everyMs);
      void this.write(isAtRest ? null : load);
    }, ms).unref();
  }

  private write(load: (Load & RateLimit) | null): Promise<void> {
    this.telling = this.telling.then(() => this.writeNow(load));
    return this.telling;
  }

  private async writeNow(load: (Load & RateLimit) | null): Promise<void> {
    const { db, carrierId, owner } = this;
    if (db.isClosed()) return;
    const at = now();
    const until = new Date(at.getTime() + COUNTS_MS);
    try {
      if (load === null) await db.query(forgetLoadStatement(carrierId, owner));
      else {
        const telling = { carrierId, owner, now: at, until };
        await db.query(tellLoadStatement(telling, load));
        await db.query(forgetSilentStatement(telling));
      }
    } catch (error) {
      if (!db.isClosed()) logFailure(error, { carrierId }, "the load of a network was not stored");
    }
  }
}

import { writeInTheirCells } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { log } from "@/lib/log";
import { type Attempted, finishStatement } from "@/lib/webhooks/delivery/deliver.sql";
import type { EndpointKey } from "@/lib/webhooks/endpoint/endpoint-key";

/** An endpoint that has only failed for so long is paused (rules: paused webhooks). */
export const PAUSE_AFTER_MS = 5 * 24 * 3_600_000;

/** Most attempts that are recorded at a time, so that those that begin do not wait long for it. */
const MAX_RECORDED_TOGETHER = 200;

/** Attempts at webhook events that have ended in this process, and are not recorded. */
export class EndedAttempts {
  private readonly db: Database;
  private readonly waiting: Attempted[] = [];

  constructor(db: Database) {
    this.db = db;
  }

  get length(): number {
    return this.waiting.length;
  }

  add(attempt: Attempted): void {
    this.waiting.push(attempt);
  }

  /** Records the oldest ones. @returns how many endpoints were paused, whose accounts an email awaits. */
  async record(now: Date): Promise<number> {
    if (this.waiting.length === 0) return 0;
    const attempts = this.waiting.slice(0, MAX_RECORDED_TOGETHER);
    const pauseBefore = new Date(now.getTime() - PAUSE_AFTER_MS);
    const paused: EndpointKey[] = [];
    // An account may have moved while its receiver took its time.
    await writeInTheirCells(
      this.db,
      attempts,
      ({ accountId }) => accountId,
      async (cell, theirs) => {
        try {
          paused.push(...(await cell.query<EndpointKey>(finishStatement(theirs, pauseBefore, now))));
        } catch (error) {
          // What could not be written stays, and is written by the next tick.
          if (cell.cell === this.db.cell || isMovedAway(error) || databaseFailure(error) === null)
            throw error;
          // But another cell that is away would hold up all of this one: what it has is due again when the leases end.
          const fields = { cell: cell.cell, attempts: theirs.length };
          logFailure(error, fields, "attempts were not recorded in the cell that their accounts moved to");
        }
        this.forget(theirs);
      },
    );
    for (const endpoint of paused)
      log().warn(endpoint, "webhook endpoint paused: it has only failed for five days");
    return paused.length;
  }

  private forget(attempts: readonly Attempted[]): void {
    const written = new Set(attempts);
    this.waiting.splice(0, this.waiting.length, ...this.waiting.filter((attempt) => !written.has(attempt)));
  }
}

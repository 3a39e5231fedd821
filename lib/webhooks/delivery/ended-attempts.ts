import { writeInTheirCells } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { log } from "@/lib/log";
import { type AttemptResult, finishStatement } from "@/lib/webhooks/delivery/deliver.sql";
import type { EndpointKey } from "@/lib/webhooks/endpoint/endpoint-key";

/** The time after which an endpoint that has only failed is paused (rules: paused webhooks). */
export const PAUSE_AFTER_MS = 5 * 24 * 3_600_000;

/** The most attempts that are recorded together, so that new attempts do not wait long. */
const MAX_RECORDED_TOGETHER = 200;

/** Attempts at webhook events that have ended in this process and are not recorded yet. */
export class EndedAttempts {
  private readonly db: Database;
  private readonly waiting: AttemptResult[] = [];

  constructor(db: Database) {
    this.db = db;
  }

  get length(): number {
    return this.waiting.length;
  }

  add(attempt: AttemptResult): void {
    this.waiting.push(attempt);
  }

  /** Records the oldest attempts. @returns the number of paused endpoints, whose accounts get an email. */
  async record(now: Date): Promise<number> {
    if (this.waiting.length === 0) return 0;
    const attempts = this.waiting.slice(0, MAX_RECORDED_TOGETHER);
    const pauseBefore = new Date(now.getTime() - PAUSE_AFTER_MS);
    const paused: EndpointKey[] = [];
    // An account may have moved during the attempt.
    await writeInTheirCells(
      this.db,
      attempts,
      ({ accountId }) => accountId,
      async (cell, theirs) => {
        try {
          paused.push(...(await cell.query<EndpointKey>(finishStatement(theirs, pauseBefore, now))));
        } catch (error) {
          // Attempts that could not be recorded are kept for the next tick.
          if (cell.cell === this.db.cell || isMovedAway(error) || databaseFailure(error) === null)
            throw error;
          // If another cell is away, its attempts would block those of this cell. They are dropped: the deliveries
          // are due again when their leases end.
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

  private forget(attempts: readonly AttemptResult[]): void {
    const written = new Set(attempts);
    this.waiting.splice(0, this.waiting.length, ...this.waiting.filter((attempt) => !written.has(attempt)));
  }
}

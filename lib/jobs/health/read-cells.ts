import type { Health } from "@/lib/contracts/admin/health";
import { inTime } from "@/lib/db/cells/ask-cells";
import { otherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { compareMigrations } from "@/lib/db/migrations/migration-history";
import { backlog, booksOf, counted } from "@/lib/jobs/health/figures";
import { type Queues, queuesStatement } from "@/lib/jobs/health/read-health.sql";
import { lastAudit } from "@/lib/messages/audit/nightly-audit";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

type Cell = Health["cells"][number];

const UNKNOWN = { dispatch: null, held: null, webhooks: null, emails: null, books: null };

/**
 * Returns the state of each cell beside home, and the queues of those that can be used. Returns none if there is one
 * database. Never throws.
 */
export function readCellsNow(home: Database, quiet: QuietHours, now: Date): Promise<Cell[]> {
  return Promise.all(
    otherCells(home).map(async (db) => {
      const { cell } = db;
      try {
        const state = await inTime(db, stateOf);
        if (state !== "answers") return { cell, state, ...UNKNOWN };
        return await inTime(db, () => readCell(db, { quiet, now }));
      } catch {
        return { cell, state: "away" as const, ...UNKNOWN };
      }
    }),
  );
}

/** Compares the migrations of a cell with those of the code. */
async function stateOf(db: Database): Promise<Cell["state"]> {
  const { pending, unknown, failed } = await compareMigrations((text) => db.query({ text, values: [] }));
  if (unknown.length > 0) return "newer";
  return pending.length + failed.length > 0 ? "pending" : "answers";
}

async function readCell(db: Database, { quiet, now }: { quiet: QuietHours; now: Date }): Promise<Cell> {
  const [[queues], audited] = await Promise.all([
    db.query<Queues>(queuesStatement(now, releaseTime(now, quiet))),
    lastAudit(db),
  ]);
  if (!queues) throw new Error("The statement gives one row.");
  return {
    cell: db.cell,
    state: "answers",
    dispatch: backlog(queues.dispatchDue, queues.dispatchOldestAt, now),
    held: counted(queues.held),
    webhooks: backlog(queues.webhooksDue, queues.webhooksOldestAt, now),
    emails: backlog(queues.emailsDue, queues.emailsOldestAt, now),
    books: audited && booksOf(audited, now),
  };
}

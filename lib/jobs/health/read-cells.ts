import { inTime } from "@/lib/cells/ask-cells";
import { otherCells } from "@/lib/cells/cells";
import { type CellHealth, readCellsHealth } from "@/lib/cells/cells-health";
import type { Health } from "@/lib/contracts/admin/health";
import type { Database } from "@/lib/db/client";
import { backlog, booksOf, counted } from "@/lib/jobs/health/figures";
import { type Queues, queuesStatement } from "@/lib/jobs/health/read-health.sql";
import { lastAudit } from "@/lib/messages/audit/nightly-audit";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

type Cell = Health["cells"][number];

const UNKNOWN = { dispatch: null, held: null, webhooks: null, emails: null, books: null };

/** How each cell beside home is, and what waits in those that can be used; none where there is one database. Never throws. */
export async function readCellsNow(home: Database, quiet: QuietHours, now: Date): Promise<Cell[]> {
  const databases = new Map(otherCells(home).map((db) => [db.cell, db]));
  const states = await readCellsHealth(home);
  return Promise.all(
    states.map(async (health) => {
      const db = databases.get(health.cell);
      if (!db || health.state !== "answers") return { ...health, ...UNKNOWN };
      return inTime(db, (cell) => readCell(cell, health, { quiet, now })).catch(() => ({
        cell: health.cell,
        state: "away" as const,
        ...UNKNOWN,
      }));
    }),
  );
}

async function readCell(
  db: Database,
  health: CellHealth,
  { quiet, now }: { quiet: QuietHours; now: Date },
): Promise<Cell> {
  const [[queues], audited] = await Promise.all([
    db.query<Queues>(queuesStatement(now, releaseTime(now, quiet))),
    lastAudit(db),
  ]);
  if (!queues) throw new Error("The statement gives one row.");
  return {
    ...health,
    dispatch: backlog(queues.dispatchDue, queues.dispatchOldestAt, now),
    held: counted(queues.held),
    webhooks: backlog(queues.webhooksDue, queues.webhooksOldestAt, now),
    emails: backlog(queues.emailsDue, queues.emailsOldestAt, now),
    books: audited && booksOf(audited, now),
  };
}

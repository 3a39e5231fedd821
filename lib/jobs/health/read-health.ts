import { carriersWithoutServer } from "@/lib/carriers/process/carriers-without-server";
import { carriersOf } from "@/lib/carriers/process/current";
import type { Health } from "@/lib/contracts/admin/health";
import type { Database } from "@/lib/db/client";
import { compareMigrations, type MigrationState } from "@/lib/db/migrations/migration-history";
import { lacksMonthAhead } from "@/lib/db/partitions/partitions";
import { backlog, booksOf, counted } from "@/lib/jobs/health/figures";
import { readCellsNow } from "@/lib/jobs/health/read-cells";
import {
  type PausedEndpoint,
  pausedStatement,
  type Queues,
  queuesStatement,
} from "@/lib/jobs/health/read-health.sql";
import type { JobsMode } from "@/lib/jobs/mode";
import { lastAudit } from "@/lib/messages/audit/nightly-audit";
import { formatNz } from "@/lib/sms/nz-time";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** The most paused endpoints that are named. `morePaused` is set if there are more. */
const MAX_PAUSED = 20;

/** Values of the process and its settings, which are in no table. */
export type Setup = {
  carrier: string;
  quiet: QuietHours;
  isEmailConfigured: boolean;
  hasUnknownProxy: boolean;
  jobs: JobsMode;
};

/** Returns the state of the service: the depth and age of each queue, and the state of carriers and the database. */
export async function readHealth(db: Database, setup: Setup, now: Date): Promise<Health> {
  const morning = releaseTime(now, setup.quiet);
  const registry = carriersOf(db);
  const [rows, paused, migrations, homeless, , audited, lacksMonth, cells] = await Promise.all([
    db.query<Queues>(queuesStatement(now, morning)),
    db.query<PausedEndpoint>(pausedStatement(MAX_PAUSED + 1)),
    compareMigrations((text) => db.query({ text, values: [] })),
    setup.jobs === "inngest" ? carriersWithoutServer(db) : [],
    registry.carriers(now),
    lastAudit(db),
    lacksMonthAhead(db, now),
    readCellsNow(db, setup.quiet, now),
  ]);
  const [queues] = rows;
  if (!queues) throw new Error("The statement gives one row.");
  return {
    at: formatNz(now),
    dispatch: backlog(queues.dispatchDue, queues.dispatchOldestAt, now),
    held: counted(queues.held),
    night: { waiting: counted(queues.night), until: morning && formatNz(morning) },
    replies: backlog(queues.repliesDue, queues.repliesOldestAt, now),
    webhooks: {
      due: backlog(queues.webhooksDue, queues.webhooksOldestAt, now),
      retrying: counted(queues.webhooksRetrying),
      kept: counted(queues.webhooksKept),
      paused: paused
        .slice(0, MAX_PAUSED)
        .map(({ pausedAt, ...endpoint }) => ({ ...endpoint, pausedAt: formatNz(pausedAt) })),
      morePaused: paused.length > MAX_PAUSED,
    },
    emails: {
      due: backlog(queues.emailsDue, queues.emailsOldestAt, now),
      isConfigured: setup.isEmailConfigured,
    },
    carrier: {
      name: setup.carrier,
      lastSubmittedAt: queues.lastSubmittedAt && formatNz(queues.lastSubmittedAt),
      lastReportAt: queues.lastReportAt && formatNz(queues.lastReportAt),
      problems: [...registry.problems(), ...homeless],
    },
    books: audited && booksOf(audited, now),
    database: {
      version: queues.version,
      sizeBytes: Number(queues.sizeBytes),
      migrations: migrationState(migrations),
      lacksMonth,
    },
    cells,
    hasUnknownProxy: setup.hasUnknownProxy,
    jobs: setup.jobs,
  };
}

function migrationState({ pending, unknown, failed }: MigrationState): Health["database"]["migrations"] {
  if (unknown.length > 0) return "newer";
  return pending.length + failed.length > 0 ? "pending" : "current";
}

import { type Backlog, type Health, MAX_COUNTED, type RowCount } from "@/lib/contracts/admin/health";
import { CHECKS } from "@/lib/messages/audit/checks";
import type { FinishedAudit } from "@/lib/messages/audit/nightly-audit.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** The most disagreements of the books that are shown. */
const MAX_FOUND = 10;

/** If the last audit is older than this, one is missing. */
const AUDIT_OLD_MS = 2 * 24 * 3_600_000;

/** Returns the findings of the last audit of the books. */
export function booksOf({ endedAt, findings }: FinishedAudit, now: Date): Health["books"] {
  return {
    endedAt: formatNz(endedAt),
    isOld: now.getTime() - endedAt.getTime() > AUDIT_OLD_MS,
    disagreements: findings.reduce((sum, { count }) => sum + count, 0),
    found: findings
      .slice(0, MAX_FOUND)
      .map(({ check, ...finding }) => ({ sentence: CHECKS[check], ...finding })),
  };
}

/** Returns a count. The query stopped counting at one more than is shown. */
export function counted(count: number): RowCount {
  return { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
}

/**
 * Returns the number of waiting rows, and the age of the oldest one. A row that a worker has leased is due later than
 * now.
 */
export function backlog(count: number, oldestAt: Date | null, now: Date): Backlog {
  const isDue = count > 0 && oldestAt !== null;
  const oldestDueS = isDue ? Math.max(0, Math.round((now.getTime() - oldestAt.getTime()) / 1000)) : null;
  return { ...counted(count), oldestDueS };
}

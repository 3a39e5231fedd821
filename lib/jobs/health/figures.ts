import { type Backlog, type Health, MAX_COUNTED, type RowCount } from "@/lib/contracts/admin/health";
import { CHECKS } from "@/lib/messages/audit/checks";
import type { FinishedAudit } from "@/lib/messages/audit/nightly-audit.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** Disagreements of the books that are told of. */
const MAX_FOUND = 10;

/** From this age on of the last audit, one has not been made. */
const AUDIT_OLD_MS = 2 * 24 * 3_600_000;

/** What the last audit of the books has found. */
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

/** A count that ended at one more than is told of. */
export function counted(count: number): RowCount {
  return { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
}

/** What waits. The row that is due first may be held by a worker, and then is due later than now. */
export function backlog(count: number, oldestAt: Date | null, now: Date): Backlog {
  const isDue = count > 0 && oldestAt !== null;
  const oldestDueS = isDue ? Math.max(0, Math.round((now.getTime() - oldestAt.getTime()) / 1000)) : null;
  return { ...counted(count), oldestDueS };
}

import { prepared, type Sql, sql } from "@/lib/db/sql";
import type { Finding } from "@/lib/messages/audit/checks";

/** A day's audit. `place` is null after its end. */
export type AuditRow = { begunAt: Date; place: unknown; findings: unknown };

/** Reads the audit of a day, `YYYY-MM-DD`. The sweep runs it every minute, and needs no database client for that. */
export function auditOfDayStatement(day: string): Sql {
  return prepared(
    "audit-of-day",
    sql`select begun_at as "begunAt", place, findings from book_audits where day = ${day}::date`,
  );
}

/** An audit that has ended. */
export type FinishedAudit = { endedAt: Date; findings: Finding[] };

/** Reads the last audit that has ended, as `FinishedAudit`. Returns no row before the first. */
export function lastAuditStatement(): Sql {
  return sql`
    select ended_at as "endedAt", findings from book_audits where ended_at is not null order by day desc limit 1`;
}

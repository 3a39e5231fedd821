import { prepared, type Sql, sql } from "@/lib/db/sql";
import type { Finding } from "@/lib/messages/audit/checks";

/** A day's audit; `place` is null once it has ended. */
export type AuditRow = { begunAt: Date; place: unknown; findings: unknown };

/** The audit of a day, `YYYY-MM-DD`: the sweep asks every minute, and needs no database client for that. */
export function auditOfDayStatement(day: string): Sql {
  return prepared(
    "audit-of-day",
    sql`select begun_at as "begunAt", place, findings from book_audits where day = ${day}::date`,
  );
}

/** The last audit that has ended. */
export type Audited = { endedAt: Date; findings: Finding[] };

/** The same, as `Audited`; no row before the first. */
export function lastAuditStatement(): Sql {
  return sql`
    select ended_at as "endedAt", findings from book_audits where ended_at is not null order by day desc limit 1`;
}

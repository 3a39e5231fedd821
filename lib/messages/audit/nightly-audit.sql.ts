import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A day's audit; `place` is null once it has ended. */
export type AuditRow = { begunAt: Date; place: unknown; findings: unknown };

/** The audit of a day, `YYYY-MM-DD`: the sweep asks every minute, and needs no database client for that. */
export function auditOfDayStatement(day: string): Sql {
  return prepared(
    "audit-of-day",
    sql`select begun_at as "begunAt", place, findings from book_audits where day = ${day}::date`,
  );
}

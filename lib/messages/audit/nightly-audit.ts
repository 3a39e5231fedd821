import { isMovingIn } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { log } from "@/lib/log";
import { type AuditPlace, type AuditScope, auditSlice, FIRST_PLACE } from "@/lib/messages/audit/audit-books";
import type { Finding } from "@/lib/messages/audit/checks";
import {
  type AuditRow,
  auditOfDayStatement,
  type FinishedAudit,
  lastAuditStatement,
} from "@/lib/messages/audit/nightly-audit.sql";
import { formatNz } from "@/lib/sms/nz-time";

const DAY_MS = 24 * 3_600_000;

/** The hour in New Zealand from which a day's audit runs (rules: audit). */
const FROM_HOUR = 3;

/** The age of days and messages that an audit covers, besides the parts that it always covers. */
const LOOKS_BACK_MS = 7 * DAY_MS;

/** The time in which one run begins slices: the sweep has other work, and runs again in a minute. */
const BUDGET_MS = 5_000;

/** The most findings of an audit that are stored. */
export const MAX_FINDINGS = 200;

/**
 * Audits the books once a New Zealand day, in slices (rules: audit). Each slice is stored, so that any server can
 * continue after another has ended. Disagreements are logged as an error, and `lastAudit` returns them.
 * @param keptMs the time for which messages are kept, in milliseconds; null for ever.
 * @returns whether this run has ended the day's audit.
 */
export async function auditNightly(db: Database, now: Date, keptMs: number | null): Promise<boolean> {
  const [date = "", hour = ""] = formatNz(now).split(/[ :]/);
  if (Number(hour) < FROM_HOUR) return false;
  // Rows that move between two cells do not agree with others: the audit waits.
  if (await isMovingIn(db)) return false;
  const day = new Date(`${date}T00:00:00Z`);
  const audit = (await readAudit(db, date)) ?? (await beginAudit(db, date, now));
  const scope: AuditScope = {
    since: new Date(audit.begunAt.getTime() - LOOKS_BACK_MS),
    until: audit.begunAt,
    keptSince: keptMs === null ? null : new Date(audit.begunAt.getTime() - keptMs),
  };
  const findings = audit.findings as Finding[];
  const over = performance.now() + BUDGET_MS;
  for (let place = audit.place as AuditPlace | null; place && performance.now() < over; ) {
    const slice = await auditSlice(db, scope, place);
    findings.push(...slice.findings);
    const goesOn = await db.prisma.bookAudit.updateMany({
      // Another server may be at the same slice: only one of them continues.
      where: { day, place: { equals: place } },
      data: {
        place: slice.next ?? Prisma.DbNull,
        findings: findings.slice(0, MAX_FINDINGS),
        endedAt: slice.next ? null : now,
      },
    });
    if (goesOn.count === 0) return false;
    place = slice.next;
    if (!place) return tell(findings);
  }
  return false;
}

async function readAudit(db: Database, date: string): Promise<AuditRow | undefined> {
  const [audit] = await db.query<AuditRow>(auditOfDayStatement(date));
  return audit;
}

/** Returns the audit of a day. This server begins it, unless another one has just begun it. */
async function beginAudit(db: Database, date: string, now: Date): Promise<AuditRow> {
  const begun = { day: new Date(`${date}T00:00:00Z`), begunAt: now, place: FIRST_PLACE };
  await db.prisma.bookAudit.createMany({ data: [begun], skipDuplicates: true });
  return (await readAudit(db, date)) as AuditRow;
}

function tell(findings: readonly Finding[]): true {
  if (findings.length === 0) log().info("the books agree");
  else log().error({ findings: findings.slice(0, 10), of: findings.length }, "the books disagree");
  return true;
}

/** Returns the last audit that has ended; null before the first. */
export async function lastAudit(db: Pick<Database, "query">): Promise<FinishedAudit | null> {
  const [audit] = await db.query<FinishedAudit>(lastAuditStatement());
  return audit ?? null;
}

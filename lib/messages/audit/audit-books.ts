import type { Database } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { idAt } from "@/lib/ids";
import {
  AUDITING,
  type BalanceRow,
  balancesStatement,
  billedDayStatement,
  endOfSliceStatement,
  FIRST_DAY,
  leftBehindStatement,
  messagesStatement,
  OLDEST_MESSAGE,
  STANDING,
} from "@/lib/messages/audit/audit-books.sql";
import type { Finding } from "@/lib/messages/audit/checks";
import { formatMoney, toDecimal } from "@/lib/money";
import { nzDate } from "@/lib/sms/nz-time";

/** The most accounts and messages that one statement reads. */
const LIMITS = { accounts: 500, messages: 20_000 };

const DAY_MS = 24 * 3_600_000;

/** Below every id. */
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * The scope of an audit: days and messages from `since` to `until`, or all if `since` is null. Balances and the queue
 * are always audited. `keptSince` is the time since which messages are kept; null if none are purged.
 */
export type AuditScope = { since: Date | null; until: Date; keptSince: Date | null };

/** The position at which an audit continues. It is JSON, so that it can be stored. */
export type AuditPlace =
  | { step: "balances"; after: number }
  | { step: "days"; day: string }
  | { step: "messages"; after: string }
  | { step: "standing" };

/** The findings of a slice, and the start of the next one; null at the end. */
export type AuditSlice = { findings: Finding[]; next: AuditPlace | null };

export const FIRST_PLACE: AuditPlace = { step: "balances", after: 0 };

/**
 * Audits one slice of the books (rules: audit) by one or two statements. Each sees one instant, changes nothing and
 * locks nothing.
 */
export async function auditSlice(
  db: Database,
  scope: AuditScope,
  place: AuditPlace,
  limits = LIMITS,
): Promise<AuditSlice> {
  if (place.step === "balances") return auditBalances(db, scope, place.after, limits.accounts);
  if (place.step === "days") return auditDay(db, scope, place.day);
  if (place.step === "messages") return auditMessages(db, scope, place.after, limits.messages);
  return { findings: await read<Finding>(db, STANDING), next: null };
}

/** Audits all books. @returns the disagreements; empty if all agrees. */
export async function auditBooks(db: Database, scope: AuditScope, limits = LIMITS): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let place: AuditPlace | null = FIRST_PLACE; place; ) {
    const { findings, next }: AuditSlice = await auditSlice(db, scope, place, limits);
    found.push(...findings);
    place = next;
  }
  return found;
}

const said = (micros: bigint) => formatMoney(toDecimal(micros));

async function auditBalances(
  db: Database,
  scope: AuditScope,
  after: number,
  limit: number,
): Promise<AuditSlice> {
  const rows = await read<BalanceRow>(db, balancesStatement(after, limit));
  const findings = rows.flatMap(({ id, micros, balanceMicros }): Finding[] => {
    if (micros === balanceMicros) return [];
    const example = `${said(balanceMicros)} on the balance, ${said(micros)} in the ledger`;
    return [{ check: "balance", accountId: id, count: 1, example }];
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { findings, next: last ? { step: "balances", after: last.id } : await firstDay(db, scope) };
}

async function firstDay(db: Database, scope: AuditScope): Promise<AuditPlace> {
  if (scope.since) return { step: "days", day: nzDate(scope.since) };
  const [row] = await read<{ day: string | null }>(db, FIRST_DAY);
  return row?.day ? { step: "days", day: row.day } : firstMessage(scope);
}

async function auditDay(db: Database, scope: AuditScope, day: string): Promise<AuditSlice> {
  const findings = await read<Finding>(db, billedDayStatement(day));
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return { findings, next: next <= nzDate(scope.until) ? { step: "days", day: next } : firstMessage(scope) };
}

function firstMessage(scope: AuditScope): AuditPlace {
  return { step: "messages", after: firstId(scope) };
}

/** Returns an id below those of the audited messages. */
function firstId({ since, keptSince }: AuditScope): string {
  const from = Math.max(since?.getTime() ?? 0, keptSince?.getTime() ?? 0);
  return from > 0 ? idAt(new Date(from)) : LOWEST_ID;
}

async function auditMessages(
  db: Database,
  scope: AuditScope,
  after: string,
  limit: number,
): Promise<AuditSlice> {
  const until = idAt(scope.until);
  const [end] = await read<{ id: string }>(db, endOfSliceStatement(after, until, limit));
  const findings = await read<Finding>(db, messagesStatement(after, end?.id ?? until));
  if (end) return { findings, next: { step: "messages", after: end.id } };
  return { findings: [...findings, ...(await leftBehind(db, firstId(scope)))], next: { step: "standing" } };
}

/** Reads the remains of purged messages below an id. */
async function leftBehind(db: Database, below: string): Promise<Finding[]> {
  const [oldest] = await read<{ id: string | null }>(db, OLDEST_MESSAGE);
  if (!oldest?.id) return [];
  return await read<Finding>(db, leftBehindStatement(oldest.id < below ? oldest.id : below));
}

function read<Row>(db: Database, statement: Sql): Promise<Row[]> {
  return db.transaction(async (tx) => {
    await tx.query(AUDITING);
    return await tx.query<Row>(statement);
  });
}

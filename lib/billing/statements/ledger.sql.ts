import type { LedgerFilter, LedgerKind } from "@/lib/contracts/members/billing";
import { countedStatement } from "@/lib/db/counted.sql";
import { beyond, nearestFirst, type Stretch } from "@/lib/db/keyset.sql";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { leftJoinMessage } from "@/lib/queue/message-queue.sql";
import { parseNzMonth } from "@/lib/sms/nz-time";

/** One ledger entry. `at` and `id` are its position. Money in micro-dollars. */
export type LedgerRow = {
  id: string;
  at: Date;
  kind: LedgerKind;
  amountMicros: bigint;
  gstMicros: bigint;
  messageId: string | null;
  to: string | null;
  rateCode: string | null;
  segments: number | null;
  note: string | null;
};

const SORTED_BY = { at: sql`e.created_at`, id: sql`e.id` };

/**
 * Reads a stretch of the ledger by the index on account and time, from its position and no further than the page.
 * Entries other than deductions are few among many, and have a partial index.
 */
export function ledgerStatement(accountId: number, filter: LedgerFilter, stretch: Stretch): Sql {
  return sql`
    select e.id, e.created_at as at, e.kind, e.amount_micros as "amountMicros", e.gst_micros as "gstMicros",
      coalesce(e.message_id, e.earlier_message_id) as "messageId", m.msisdn as to, e.rate_code as "rateCode", e.segments, e.note
    from (
      select * from ledger_entries e
      where e.account_id = ${accountId} ${ofKind(filter.kind)} ${within(filter.month)} ${beyond(SORTED_BY, stretch)}
      ${nearestFirst(SORTED_BY, stretch)}) e
    ${leftJoinMessage(sql`coalesce(e.message_id, e.earlier_message_id)`)}
    ${nearestFirst(SORTED_BY, stretch)}`;
}

/** Counts the entries of a filter, as a `CountedRow`, by the index that the list reads. */
export function countLedgerStatement(accountId: number, { kind, month }: LedgerFilter): Sql {
  const isDeduction = kind === "deduction";
  const rows = sql`from ledger_entries e where e.account_id = ${accountId}
    ${kind !== undefined && !isDeduction ? sql`and e.kind <> 'deduction'` : NOTHING} ${within(month)}`;
  const order = sql`order by e.created_at desc, e.id desc`;
  return countedStatement(
    { rows, order },
    kind === undefined ? NOTHING : sql`and e.kind = ${kind}::ledger_kind`,
  );
}

/** A change of a balance. */
export type MovementRow = Omit<LedgerRow, "gstMicros" | "to">;

/**
 * Reads a page of the changes of an account's balance, newest first, as `MovementRow`, and the first one after it.
 */
export function movementsStatement(accountId: number, { page, limit }: { page: number; limit: number }): Sql {
  return sql`
    select e.id, e.created_at as at, e.kind, e.amount_micros as "amountMicros", e.note,
      coalesce(e.message_id, e.earlier_message_id) as "messageId",
      e.rate_code as "rateCode", e.segments
    from ledger_entries e where e.account_id = ${accountId}
    order by e.created_at desc, e.id desc limit ${limit + 1} offset ${(page - 1) * limit}`;
}

function ofKind(kind: LedgerKind | undefined): Sql {
  if (kind === undefined) return NOTHING;
  return kind === "deduction"
    ? sql`and e.kind = 'deduction'`
    : sql`and e.kind = ${kind}::ledger_kind and e.kind <> 'deduction'`;
}

function within(month: string | undefined): Sql {
  const period = month === undefined ? null : parseNzMonth(month);
  return period ? sql`and e.created_at >= ${period.start} and e.created_at < ${period.end}` : NOTHING;
}

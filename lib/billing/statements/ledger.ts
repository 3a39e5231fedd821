import type { LedgerFilter, LedgerKind, LedgerRecord } from "@/lib/contracts/members/billing";
import type { Place } from "@/lib/contracts/members/cursor";
import type { Database } from "@/lib/db/client";
import { beyond, nearestFirst, readKeysetPage, type Stretch } from "@/lib/db/keyset";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { toDecimal, toDollars } from "@/lib/money";
import { formatNz, parseNzMonth } from "@/lib/sms/nz-time";

/** One entry as it is read; `at` and `id` are its place. Money in micro-dollars. */
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

/** The entries of an account's ledger that a filter lets through, newest first, one page of them. */
export async function listLedger(
  db: Database,
  accountId: number,
  asked: LedgerFilter & { limit: number; before?: Place | undefined; after?: Place | undefined },
): Promise<{ entries: LedgerRecord[]; newer: string | null; older: string | null }> {
  const { rows, newer, older } = await readKeysetPage(asked, (stretch) =>
    readLedger(db, accountId, asked, stretch),
  );
  return { entries: rows.map(toRecord), newer, older };
}

/**
 * A stretch of the ledger. The entries by the ledger's index on account and time, from their place and no further than
 * the page; what is not a deduction is few among many, and has a partial index of its own.
 */
export function readLedger(
  db: Database,
  accountId: number,
  filter: LedgerFilter,
  stretch: Stretch,
): Promise<LedgerRow[]> {
  return db.query<LedgerRow>(sql`
    select e.id, e.created_at as at, e.kind, e.amount_micros as "amountMicros", e.gst_micros as "gstMicros",
      e.message_id as "messageId", m.msisdn as to, e.rate_code as "rateCode", e.segments, e.note
    from (
      select * from ledger_entries e
      where e.account_id = ${accountId} ${ofKind(filter.kind)} ${within(filter.month)} ${beyond(SORTED_BY, stretch)}
      ${nearestFirst(SORTED_BY, stretch)}) e
    left join messages m on m.id = e.message_id
    ${nearestFirst(SORTED_BY, stretch)}`);
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

function toRecord({ at, amountMicros, gstMicros, ...row }: LedgerRow): LedgerRecord {
  return { ...row, at: formatNz(at), amount: toDecimal(amountMicros), gst: toDecimal(gstMicros) };
}

/** The names of the columns of the file. */
export const LEDGER_COLUMNS = [
  ...["Time (NZ)", "Entry id", "Kind", "Amount incl. GST (NZD)", "Of which GST (NZD)"],
  ...["Message id", "To", "Rate code", "Parts", "Note"],
] as const;

/** The cells of an entry, in the order of the columns. */
export function ledgerCells(row: LedgerRow): (string | number | null)[] {
  const { at, id, kind, amountMicros, gstMicros, messageId, to, rateCode, segments, note } = row;
  const gst = amountMicros < 0n ? -gstMicros : gstMicros;
  return [
    ...[formatNz(at), id, kind, toDollars(amountMicros), toDollars(gst)],
    ...[messageId, to, rateCode, segments, note],
  ];
}

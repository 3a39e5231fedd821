import { countLedgerStatement, type LedgerRow, ledgerStatement } from "@/lib/billing/statements/ledger.sql";
import type { LedgerFilter, LedgerPage, LedgerRecord } from "@/lib/contracts/members/billing";
import type { Place } from "@/lib/contracts/members/cursor";
import type { Database } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { type KeysetAsked, readKeysetPage } from "@/lib/db/keyset";
import type { Stretch } from "@/lib/db/keyset.sql";
import { toDecimal, toDollars } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

/** Lists one page of an account's ledger entries that match a filter, newest first. */
export async function listLedger(
  db: Database,
  accountId: number,
  asked: LedgerFilter & KeysetAsked<Place>,
): Promise<LedgerPage> {
  const [{ rows, newer, older }, total] = await Promise.all([
    readKeysetPage(asked, (stretch) => readLedger(db, accountId, asked, stretch)),
    readCounted(db, countLedgerStatement(accountId, asked)),
  ]);
  return { entries: rows.map(toRecord), total, newer, older };
}

/** Reads a stretch of the ledger, the nearest to its position first. */
export function readLedger(
  db: Database,
  accountId: number,
  filter: LedgerFilter,
  stretch: Stretch,
): Promise<LedgerRow[]> {
  return db.query<LedgerRow>(ledgerStatement(accountId, filter, stretch));
}

function toRecord({ at, amountMicros, gstMicros, ...row }: LedgerRow): LedgerRecord {
  return { ...row, at: formatNz(at), amount: toDecimal(amountMicros), gst: toDecimal(gstMicros) };
}

/** The names of the columns of the file. */
export const LEDGER_COLUMNS = [
  "Time (NZ)",
  "Entry id",
  "Kind",
  "Amount incl. GST (NZD)",
  "Of which GST (NZD)",
  "Message id",
  "To",
  "Rate code",
  "Parts",
  "Note",
] as const;

/** Returns the cells of an entry, in the order of the columns. */
export function ledgerCells(row: LedgerRow): (string | number | null)[] {
  const { at, id, kind, amountMicros, gstMicros, messageId, to, rateCode, segments, note } = row;
  const gst = amountMicros < 0n ? -gstMicros : gstMicros;
  return [
    formatNz(at),
    id,
    kind,
    toDollars(amountMicros),
    toDollars(gst),
    messageId,
    to,
    rateCode,
    segments,
    note,
  ];
}

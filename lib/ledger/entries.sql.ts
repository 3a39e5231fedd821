import type { LedgerKind } from "@/lib/contracts/members/billing";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** The contents of a ledger entry, each an expression over the rows of its source. Amounts are micro-dollars. */
export type LedgerEntry = {
  id: Sql;
  accountId: Sql;
  amount: EntryAmount;
  note?: Sql;
  /** The entry's name elsewhere, such as a payment's id. A reference has one entry. */
  reference?: Sql;
  /** The entry's time; the default is the current instant. */
  at?: Sql;
  message?: EntryMessage;
};

/**
 * The change of the balance. `credited` adds an amount without tax, or subtracts a negative one. `charged` subtracts
 * net and GST. `returned` refunds a charge: it has the charge's signed amount, and the id of its entry.
 */
type EntryAmount =
  | { credited: Sql }
  | { charged: { net: Sql; gst: Sql } }
  | { returned: { amount: Sql; net: Sql; gst: Sql; entryId: Sql } };

/** The billed message, as the billing query shows it. */
type EntryMessage = { id: Sql; sendType: Sql; rateCode: Sql; segments: Sql };

const KINDS: Record<LedgerKind, Sql> = {
  topup: sql`'topup'`,
  adjustment: sql`'adjustment'`,
  deduction: sql`'deduction'`,
  reversal: sql`'reversal'`,
  lookup: sql`'lookup'`,
};

/**
 * Returns the part of a statement that inserts a ledger entry for each row of a source. No other statement
 * inserts entries (rules: money). The statement that uses it changes the balance by the same amount, so that
 * an account's entries always sum to its balance.
 * @param source the text after `select …`: `from` and the conditions.
 */
export function insertEntries(kind: LedgerKind, entry: LedgerEntry, now: Date, source: Sql): Sql {
  const { id, accountId, note, reference, message, at = sql`${now}::timestamptz` } = entry;
  const { amount, net, gst, entryId } = amountsOf(entry.amount);
  return sql`insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros,
      ${message ? sql`message_id, send_type, rate_code, segments, ` : NOTHING}
      ${entryId ? sql`reverses_id, ` : NOTHING}${note ? sql`note, ` : NOTHING}
      ${reference ? sql`reference, ` : NOTHING}created_at)
    select ${id}, ${accountId}, ${KINDS[kind]}, ${amount}, ${net}, ${gst},
      ${message ? sql`${message.id}, ${message.sendType}, ${message.rateCode}, ${message.segments}, ` : NOTHING}
      ${entryId ? sql`${entryId}, ` : NOTHING}${note ? sql`${note}, ` : NOTHING}
      ${reference ? sql`${reference}, ` : NOTHING}${at}
    ${source}`;
}

function amountsOf(amount: EntryAmount): { amount: Sql; net: Sql; gst: Sql; entryId?: Sql } {
  if ("credited" in amount) return { amount: amount.credited, net: amount.credited, gst: sql`0` };
  if ("returned" in amount) {
    const { returned } = amount;
    return { ...returned, amount: sql`-${returned.amount}` };
  }
  const { net, gst } = amount.charged;
  return { amount: sql`-(${net} + ${gst})`, net, gst };
}

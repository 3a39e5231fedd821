import { chargesOf } from "@/lib/billing/statements/charges";
import {
  type AccountRow,
  type ChargeRow,
  chargesStatement,
  type EntryRow,
  entriesStatement,
  type SumRow,
  statementAccountStatement,
  sumsStatement,
} from "@/lib/billing/statements/statement.sql";
import { LEDGER_KINDS } from "@/lib/contracts/base/values";
import type { Statement } from "@/lib/contracts/members/billing";
import type { Database } from "@/lib/db/client";
import { READ_ONE_SNAPSHOT } from "@/lib/db/snapshot.sql";
import { GatewayError } from "@/lib/errors";
import { toDecimal } from "@/lib/money";
import { formatNz, nzDate, parseNzMonth } from "@/lib/sms/nz-time";
import type { Supplier } from "@/lib/supplier";

type StatementRequest = {
  accountId: number;
  month: string;
  supplier: Supplier | undefined;
  isAdmin: boolean;
};

/**
 * Returns an account's statement of a New Zealand month (rules: statements). The opening balance and the lines sum to
 * the closing balance, which is the opening balance of the next month. The page, the printout and the PDF all show
 * this.
 * @param asked.month `YYYY-MM`.
 * @param asked.supplier the supplier of the settings, if it is set.
 * @param asked.isAdmin whether the reader could change the settings.
 * @throws GatewayError `not_found` for a month before the account began, or one that has not begun yet.
 */
export async function readStatement(
  db: Database,
  { accountId, month, supplier, isAdmin }: StatementRequest,
  now: Date,
): Promise<Statement> {
  const period = parseNzMonth(month);
  const { account, sums, charged, entries } = await db.transaction(async (tx) => {
    // Balance and sums are read from one snapshot: a message in between would be missing in one of them.
    await tx.query(READ_ONE_SNAPSHOT);
    const [found] = await tx.query<AccountRow>(statementAccountStatement(accountId));
    if (!found || !period || period.start > now || period.end <= found.createdAt)
      throw new GatewayError("not_found", `There is no statement for ${month}.`);
    const days = { firstDay: nzDate(period.start), nextDay: nzDate(period.end) };
    return {
      account: found,
      sums: await tx.query<SumRow>(sumsStatement(accountId, { ...period, ...days })),
      charged: await tx.query<ChargeRow>(chargesStatement(accountId, { ...period, ...days })),
      entries: await tx.query<EntryRow>(entriesStatement(accountId, period)),
    };
  });
  const later = sums.filter(({ isLater }) => isLater);
  const within = sums.filter(({ isLater }) => !isLater);
  const closing = account.balanceMicros - amountOf(later);
  const { name, email, hasGst } = account;
  const isOpen = period !== null && period.end > now;
  const charges = chargesOf(charged, within);
  const listed = within.filter(({ kind }) => kind === "topup" || kind === "adjustment");
  return {
    month,
    account: { id: accountId, name, email, hasGst },
    supplier: supplier ?? null,
    // A current month has no final amounts, and supplies without tax are not taxable.
    isTaxInvoice: Boolean(supplier?.gstNumber) && !isOpen && charges.isTaxed,
    isSupplierAwaited: isAdmin && !supplier,
    madeAt: formatNz(now),
    isOpen,
    opening: toDecimal(closing - amountOf(within)),
    closing: toDecimal(closing),
    lines: LEDGER_KINDS.flatMap((kind) => lineOf(kind, within)),
    ...charges.shown,
    entries: entries.map(({ at, amountMicros, ...entry }) => ({
      ...entry,
      at: formatNz(at),
      amount: toDecimal(amountMicros),
    })),
    entriesOmitted: listed.reduce((sum, { count }) => sum + Number(count), 0) - entries.length,
  };
}

const amountOf = (sums: readonly SumRow[]) => sums.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);

function lineOf(kind: SumRow["kind"], within: readonly SumRow[]): Statement["lines"] {
  const sums = within.filter((row) => row.kind === kind && row.count > 0n);
  if (sums.length === 0) return [];
  const count = sums.reduce((sum, row) => sum + Number(row.count), 0);
  const gst = sums.reduce((sum, { gstMicros }) => sum + gstMicros, 0n);
  return [{ kind, count, amount: toDecimal(amountOf(sums)), gst: toDecimal(gst) }];
}

import type { ChargeRow, SumRow } from "@/lib/billing/statements/statement.sql";
import type { Statement } from "@/lib/contracts/members/billing";
import { toDecimal } from "@/lib/money";

type Charge = Statement["charges"][number];
type Amounts = { count: number; net: bigint; gst: bigint };

/**
 * Returns the charges of a month, line by line (rules: statements). The lines sum to the totals, which equal the
 * ledger's deductions, lookups and refunds.
 * @param rows the first messages by send type and rate code. The rest of the deductions becomes one line.
 * @param within the sums of the month's ledger entries.
 */
export function chargesOf(
  rows: readonly ChargeRow[],
  within: readonly SumRow[],
): { shown: Pick<Statement, "charges" | "chargeTotals" | "chargesOmitted">; isTaxed: boolean } {
  const messages = sumOf(within, "deduction");
  const lookups = sumOf(within, "lookup");
  const refunds = sumOf(within, "reversal");
  const omitted = rows.reduce(
    (left, { count, netMicros, gstMicros }) => ({
      count: left.count - Number(count),
      net: left.net - netMicros,
      gst: left.gst - gstMicros,
    }),
    messages,
  );
  const charges = [
    ...rows.map(({ sendType, rateCode, count, netMicros, gstMicros }) =>
      charge(
        { kind: "messages", sendType, rateCode },
        { count: Number(count), net: netMicros, gst: gstMicros },
      ),
    ),
    ...otherCharge("omitted", omitted),
    ...otherCharge("lookups", lookups),
    ...otherCharge("refunds", refunds),
  ];
  const net = messages.net + lookups.net + refunds.net;
  const gst = messages.gst + lookups.gst + refunds.gst;
  return {
    shown: {
      charges,
      chargeTotals: amounts(net, gst),
      chargesOmitted: Number(rows[0]?.lines ?? 0n) - rows.length,
    },
    // Refunds alone belong to supplies that an earlier statement invoiced.
    isTaxed: messages.gst + lookups.gst > 0n,
  };
}

/** Returns the sums of one kind of entry as a cost: positive for a debit, also for its GST. */
function sumOf(within: readonly SumRow[], kind: SumRow["kind"]): Amounts {
  const sign = kind === "reversal" ? -1n : 1n;
  return within
    .filter((row) => row.kind === kind)
    .reduce(
      ({ count, net, gst }, row) => ({
        count: count + Number(row.count),
        net: net - row.amountMicros - sign * row.gstMicros,
        gst: gst + sign * row.gstMicros,
      }),
      { count: 0, net: 0n, gst: 0n },
    );
}

function otherCharge(kind: "omitted" | "lookups" | "refunds", sum: Amounts): Charge[] {
  return sum.count === 0 ? [] : [charge({ kind, sendType: null, rateCode: null }, sum)];
}

function charge(line: Pick<Charge, "kind" | "sendType" | "rateCode">, { count, net, gst }: Amounts): Charge {
  return { ...line, count, ...amounts(net, gst) };
}

function amounts(net: bigint, gst: bigint) {
  return { net: toDecimal(net), gst: toDecimal(gst), total: toDecimal(net + gst) };
}

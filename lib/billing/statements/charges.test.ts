import fc from "fast-check";
import { expect, it } from "vitest";
import { chargesOf } from "@/lib/billing/statements/charges";
import type { ChargeRow, SumRow } from "@/lib/billing/statements/statement.sql";
import { gstMicros, parseDollars } from "@/lib/money";

/** Messages that were billed together: a count, their net amount and its GST, in micro-dollars. */
const billed = fc
  .record({ count: fc.bigInt(1n, 10_000n), netMicros: fc.bigInt(0n, 10n ** 11n), hasGst: fc.boolean() })
  .map(({ count, netMicros, hasGst }) => ({ count, netMicros, gstMicros: gstMicros(netMicros, hasGst) }));

type BilledSum = { count: bigint; netMicros: bigint; gstMicros: bigint };

function ledgerRow(
  kind: SumRow["kind"],
  source: SumRow["source"],
  { count, netMicros, gstMicros: gst }: BilledSum,
) {
  const total = netMicros + gst;
  return {
    kind,
    source,
    count,
    isLater: false,
    gstMicros: gst,
    amountMicros: kind === "reversal" ? total : -total,
  };
}

it("lines sum to the totals, and these to what left the balance, whatever was listed", () => {
  fc.assert(
    fc.property(
      fc.array(billed, { maxLength: 30 }),
      fc.nat(30),
      fc.array(billed, { maxLength: 2 }),
      fc.array(billed, { maxLength: 2 }),
      (messages, listed, lookups, refunds) => {
        const within: SumRow[] = [
          ...messages.map((row, index) => ledgerRow("deduction", index % 2 ? "billed" : "given-back", row)),
          ...lookups.map((row) => ledgerRow("lookup", "other", row)),
          ...refunds.map((row) => ledgerRow("reversal", "other", row)),
        ];
        const lines = BigInt(messages.length);
        const rows: ChargeRow[] = messages
          .slice(0, Math.max(listed, 1))
          .map((row, index) => ({ ...row, sendType: "sms", rateCode: `code ${index}`, lines }));
        const { charges, chargeTotals, chargesOmitted } = chargesOf(rows, within).shown;

        expect(chargesOmitted).toBe(messages.length - rows.length);
        expect(charges.some(({ kind }) => kind === "omitted")).toBe(chargesOmitted > 0);
        for (const part of ["net", "gst", "total"] as const) {
          const sum = charges.reduce((whole, line) => whole + parseDollars(line[part]), 0n);
          expect(sum).toBe(parseDollars(chargeTotals[part]));
        }
        for (const line of [...charges, chargeTotals])
          expect(parseDollars(line.net) + parseDollars(line.gst)).toBe(parseDollars(line.total));
        const left = within.reduce((sum, { amountMicros }) => sum - amountMicros, 0n);
        expect(parseDollars(chargeTotals.total)).toBe(left);
      },
    ),
  );
});

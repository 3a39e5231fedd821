import { useFileAddress } from "@/components/members/shown-account";
import { formatCount } from "@/components/ui/count";
import { LINK } from "@/components/ui/link-styles";
import { Money } from "@/components/ui/money";
import { chargeWords } from "@/components/words/statement-words";
import { exportLedger } from "@/lib/contracts/generated/members/billing";
import type { Statement } from "@/lib/contracts/members/billing";

const NUMBER = "py-2 pl-2 text-right";

/** Draws the cost of a month's messages and lookups line by line, with net, GST and total. */
export function StatementCharges({
  statement: { month, charges, chargeTotals, chargesOmitted },
}: {
  statement: Statement;
}) {
  const ledger = useFileAddress(`${exportLedger.path}?month=${month}`);
  return (
    <section className="mt-8" aria-label="Charges">
      <h2 className="font-medium">Charges</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard. */}
      <div className="overflow-x-auto" tabIndex={0}>
        <table className="mt-2 w-full text-sm tabular-nums">
          <caption className="sr-only">Charges by send type and rate code</caption>
          <thead>
            <tr className="border-b border-line text-left text-muted">
              <th scope="col" className="py-2 font-medium">
                For
              </th>
              {["Quantity", "Excl. GST", "GST", "Total NZ$"].map((title) => (
                <th key={title} scope="col" className={`${NUMBER} font-medium`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {charges.map((charge) => (
              <tr
                key={`${charge.kind} ${charge.sendType} ${charge.rateCode}`}
                className="border-b border-line"
              >
                <th scope="row" className="min-w-40 py-2 text-left font-normal wrap-anywhere">
                  {chargeWords(charge, chargesOmitted)}
                </th>
                <td className={NUMBER}>{formatCount(charge.count)}</td>
                <Amounts amounts={charge} />
              </tr>
            ))}
            <tr className="font-semibold">
              <th scope="row" className="py-2 text-left font-semibold" colSpan={2}>
                Total
              </th>
              <Amounts amounts={chargeTotals} />
            </tr>
          </tbody>
        </table>
      </div>
      {chargesOmitted > 0 ? (
        <p className="mt-2 text-sm text-muted">
          All rate codes are in Billing, and in the{" "}
          <a className={LINK} href={ledger} download>
            month’s ledger as a CSV file
          </a>
          .
        </p>
      ) : null}
    </section>
  );
}

function Amounts({ amounts: { net, gst, total } }: { amounts: Statement["chargeTotals"] }) {
  return [net, gst, total].map((amount, index) => (
    <td key={["net", "gst", "total"][index]} className={NUMBER}>
      <Money amount={amount} />
    </td>
  ));
}

import { formatMoney } from "@/lib/money";

/** Formats a decimal amount of dollars, with sign and digits on one line. */
export function Money({ amount }: { amount: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount)}</span>;
}

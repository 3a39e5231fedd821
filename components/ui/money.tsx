import { formatMoney } from "@/lib/money";

/** An amount in a decimal text of dollars as people read it, sign and digits on one line. */
export function Money({ amount }: { amount: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount)}</span>;
}

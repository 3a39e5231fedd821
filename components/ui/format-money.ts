/** An amount in a decimal text of dollars as people read it: `-1234.5` gives `−$1,234.50`. */
export function formatMoney(amount: string): string {
  const negative = amount.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? amount.slice(1) : amount).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${negative ? "−" : ""}$${grouped}.${fraction.padEnd(2, "0")}`;
}

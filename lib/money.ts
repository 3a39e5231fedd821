/** Micro-dollars in one dollar. Money is `bigint` micro-dollars everywhere but in a response (rules: money). */
export const MICROS_PER_DOLLAR = 1_000_000n;

/** Goods and services tax on New Zealand accounts, in percent. */
const GST_PERCENT = 15n;

/**
 * GST on an amount, in micro-dollars, rounded half-up (rules: gst).
 * @param hasGst whether the account pays any.
 */
export function gstMicros(netMicros: bigint, hasGst: boolean): bigint {
  if (!hasGst) return 0n;
  return (netMicros * GST_PERCENT + 50n) / 100n;
}

/** Micro-dollars as a JSON number of dollars: `115000n` gives `0.115`. */
export function toDollars(micros: bigint): number {
  return Number(micros) / Number(MICROS_PER_DOLLAR);
}

/** A response's JSON number of dollars as micro-dollars: `0.115` gives `115000n`. */
export function fromDollars(dollars: number): bigint {
  return parseDollars(dollars.toFixed(6));
}

/** Micro-dollars as a decimal string with at least two decimals and no more than needed: `9885000n` gives `9.885`. */
export function toDecimal(micros: bigint): string {
  const sign = micros < 0n ? "-" : "";
  const absolute = micros < 0n ? -micros : micros;
  const fraction = (absolute % MICROS_PER_DOLLAR)
    .toString()
    .padStart(6, "0")
    .replace(/0{1,4}$/, "");
  return `${sign}${absolute / MICROS_PER_DOLLAR}.${fraction}`;
}

/** An amount in a decimal text of dollars as people read it: `-1234.5` gives `−$1,234.50`. */
export function formatMoney(amount: string): string {
  const negative = amount.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? amount.slice(1) : amount).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${negative ? "−" : ""}$${grouped}.${fraction.padEnd(2, "0")}`;
}

/** The same where nothing around it says which dollars: `-1234.5` gives `−NZ$1,234.50`. */
export function formatNzMoney(amount: string): string {
  return formatMoney(amount).replace("$", () => "NZ$");
}

/**
 * A decimal string of dollars as micro-dollars: `"0.115"` gives `115000n`.
 * @throws RangeError when the text is not a decimal number with at most six decimals.
 */
export function parseDollars(text: string): bigint {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new RangeError(`'${text}' is not an amount of dollars with at most six decimals.`);
  const [, sign = "", whole = "0", fraction = ""] = match;
  const micros = BigInt(whole) * MICROS_PER_DOLLAR + BigInt(fraction.padEnd(6, "0"));
  return sign === "-" ? -micros : micros;
}

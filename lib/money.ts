/** Micro-dollars in one dollar. Money is `bigint` micro-dollars everywhere except in a response (rules: money). */
export const MICROS_PER_DOLLAR = 1_000_000n;

/** Goods and services tax on New Zealand accounts, in percent. */
const GST_PERCENT = 15n;

/**
 * Returns the GST on an amount, in micro-dollars, rounded half-up (rules: gst).
 * @param hasGst whether the account pays GST.
 */
export function gstMicros(netMicros: bigint, hasGst: boolean): bigint {
  if (!hasGst) return 0n;
  return (netMicros * GST_PERCENT + 50n) / 100n;
}

/** Returns micro-dollars as a JSON number of dollars: `115000n` is `0.115`. */
export function toDollars(micros: bigint): number {
  return Number(micros) / Number(MICROS_PER_DOLLAR);
}

/** Returns a response's JSON number of dollars as micro-dollars: `0.115` is `115000n`. */
export function fromDollars(dollars: number): bigint {
  return parseDollars(dollars.toFixed(6));
}

/**
 * Returns micro-dollars as a decimal string with at least two decimals and no further zeros: `9885000n` is `9.885`.
 */
export function toDecimal(micros: bigint): string {
  const sign = micros < 0n ? "-" : "";
  const absolute = micros < 0n ? -micros : micros;
  const fraction = (absolute % MICROS_PER_DOLLAR)
    .toString()
    .padStart(6, "0")
    .replace(/0{1,4}$/, "");
  return `${sign}${absolute / MICROS_PER_DOLLAR}.${fraction}`;
}

/** Returns a decimal text of dollars as people read it: `-1234.5` is `−$1,234.50`. */
export function formatMoney(amount: string): string {
  const negative = amount.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? amount.slice(1) : amount).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${negative ? "−" : ""}$${grouped}.${fraction.padEnd(2, "0")}`;
}

/** Returns the same with the currency: `-1234.5` is `−NZ$1,234.50`. */
export function formatNzMoney(amount: string): string {
  return formatMoney(amount).replace("$", () => "NZ$");
}

/**
 * Returns a decimal string of dollars as micro-dollars: `"0.115"` is `115000n`.
 * @throws RangeError if the text is not a decimal number with at most six decimals.
 */
export function parseDollars(text: string): bigint {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new RangeError(`'${text}' is not an amount of dollars with at most six decimals.`);
  const [, sign = "", whole = "0", fraction = ""] = match;
  const micros = BigInt(whole) * MICROS_PER_DOLLAR + BigInt(fraction.padEnd(6, "0"));
  return sign === "-" ? -micros : micros;
}

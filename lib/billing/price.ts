import { type RateRow, ratesStatement } from "@/lib/billing/price.sql";
import { cachedTable } from "@/lib/db/cached-table";
import { gstMicros } from "@/lib/money";
import { callingCode } from "@/lib/sms/numbers/msisdn";

/** Prices for each part by country calling code, in micro-dollars excluding GST. `*` is the default. */
export type Rates = ReadonlyMap<
  string,
  { priceMicros: bigint; isStandard: boolean; templatePriceMicros: bigint | null }
>;

/** Reads the rate table (rules: prices). */
export const loadRates = cachedTable<Rates>(async (db) => {
  const rows = await db.query<RateRow>(ratesStatement());
  return new Map(rows.map(({ callingCode: code, ...rate }) => [code, rate]));
});

/** The price of one message, in micro-dollars. */
export type Price = { netMicros: bigint; gstMicros: bigint };

/**
 * Returns the price of a message of `parts` parts to a number (rules: prices): the destination's rate, or the
 * account's own if the destination is standard. A template has the destination's template price if that is lower.
 * Accounts that pay GST pay it in addition.
 */
export function priceOf(
  rates: Rates,
  payer: { hasGst: boolean; standardRateMicros: bigint | null },
  { msisdn, parts, kind }: { msisdn: string; parts: number; kind: "standard" | "template" },
): Price {
  const rate = rates.get(callingCode(msisdn) ?? "*") ?? rates.get("*");
  if (!rate) throw new Error("The rate table has no default row.");
  const standard = rate.isStandard ? (payer.standardRateMicros ?? rate.priceMicros) : rate.priceMicros;
  const template = kind === "template" ? rate.templatePriceMicros : null;
  const perPart = template !== null && template < standard ? template : standard;
  const netMicros = perPart * BigInt(parts);
  return { netMicros, gstMicros: gstMicros(netMicros, payer.hasGst) };
}

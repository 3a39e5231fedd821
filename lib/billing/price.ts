import { cachedTable } from "@/lib/db/cached-table";
import { gstMicros } from "@/lib/money";
import { callingCode } from "@/lib/sms/msisdn";

/** Prices per part by country calling code, in micro-dollars excluding GST; `*` is everywhere else. */
export type Rates = ReadonlyMap<string, { priceMicros: bigint; isStandard: boolean }>;

/** The rate table (decisions "Identifiers, time, money"). */
export const loadRates = cachedTable<Rates>(async (db) => {
  const rows = await db.prisma.rate.findMany();
  return new Map(rows.map(({ callingCode: code, ...rate }) => [code, rate]));
});

/** What one message costs, in micro-dollars. */
export type Price = { netMicros: bigint; gstMicros: bigint };

/**
 * The price of a standard SMS of `parts` parts to a number (spec 8): the destination's rate, or the account's own
 * where the destination counts as standard; GST on top for New Zealand accounts.
 */
export function priceOf(
  rates: Rates,
  payer: { country: string; standardRateMicros: bigint | null },
  msisdn: string,
  parts: number,
): Price {
  const rate = rates.get(callingCode(msisdn) ?? "*") ?? rates.get("*");
  if (!rate) throw new Error("The rate table has no default row.");
  const perPart = rate.isStandard ? (payer.standardRateMicros ?? rate.priceMicros) : rate.priceMicros;
  const netMicros = perPart * BigInt(parts);
  return { netMicros, gstMicros: gstMicros(netMicros, payer.country) };
}

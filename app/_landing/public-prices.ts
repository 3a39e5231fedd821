import { DEFAULT_CODE, type RateRecord } from "@/lib/contracts/admin/rates";
import { gstMicros, parseDollars, toDecimal } from "@/lib/money";

/** What a part costs to a place, in dollars with GST. */
export type PublicPrice = { callingCode: string; place: string; price: string };

/** How many destinations the landing page lists. */
const MAX_LISTED = 8;

/** The list prices for New Zealand accounts, which pay GST: the first destinations, and everywhere else. */
export function toPublicPrices(rates: readonly RateRecord[]): readonly PublicPrice[] {
  const listed = rates.filter(({ callingCode }) => callingCode !== DEFAULT_CODE).slice(0, MAX_LISTED);
  const others = rates.filter(({ callingCode }) => callingCode === DEFAULT_CODE);
  return [...listed, ...others].map(({ callingCode, places, price }) => {
    const net = parseDollars(price);
    return {
      callingCode,
      place: callingCode === DEFAULT_CODE ? "Everywhere else" : (places[0] ?? `+${callingCode}`),
      price: toDecimal(net + gstMicros(net, true)),
    };
  });
}

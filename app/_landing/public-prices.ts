import type { RateRecord } from "@/lib/contracts/admin/rates";
import { DEFAULT_CODE } from "@/lib/contracts/base/values";
import { gstMicros, parseDollars, toDecimal } from "@/lib/money";

/** What a part costs to a place, in dollars with GST. */
export type PublicPrice = { callingCode: string; place: string; price: string };

/** Its own calling code: the prices begin with it. */
export const NEW_ZEALAND = "64";

/** How many destinations the landing page lists. */
const MAX_LISTED = 8;

/** The list prices for New Zealand accounts, which pay GST: New Zealand, the next destinations, and everywhere else. */
export function toPublicPrices(rates: readonly RateRecord[]): readonly PublicPrice[] {
  const rank = ({ callingCode }: RateRecord) => (callingCode === NEW_ZEALAND ? 0 : 1);
  const listed = rates
    .filter(({ callingCode }) => callingCode !== DEFAULT_CODE)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MAX_LISTED);
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

import type { RateRecord } from "@/lib/contracts/admin/rates";
import { DEFAULT_CODE } from "@/lib/contracts/base/values";
import { gstMicros, parseDollars, toDecimal } from "@/lib/money";

/** The price of a part to a destination, in dollars with GST. */
export type PublicPrice = { callingCode: string; place: string; price: string };

/** The calling code of New Zealand, which comes first in the list. */
export const NEW_ZEALAND = "64";

/** The number of destinations on the landing page. */
const MAX_LISTED = 8;

/**
 * Returns the list prices for New Zealand accounts, which pay GST: New Zealand, the next destinations, and
 * everywhere else.
 */
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

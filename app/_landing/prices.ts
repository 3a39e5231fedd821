import { type PublicPrice, toPublicPrices } from "@/app/_landing/public-prices";
import { listRates } from "@/lib/billing/rate-table";
import { now } from "@/lib/clock";
import { cachedTable } from "@/lib/db/cached-table";
import { db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";

const current = cachedTable(listRates);

/**
 * Returns the list prices if sign-up is open, because a new account shows them anyway. Returns null
 * otherwise, and while the database is away.
 */
export async function publicPrices(isSignupOpen: boolean): Promise<readonly PublicPrice[] | null> {
  if (!isSignupOpen) return null;
  try {
    return toPublicPrices(await current(db(), now()));
  } catch (error) {
    logFailure(error, {}, "the landing page is shown without prices");
    return null;
  }
}

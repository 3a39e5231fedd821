import type { CardSettings } from "@/lib/billing/cards/stripe-client";
import { env } from "@/lib/env";

/** Returns the card settings of this installation; null if it takes no cards. */
export function currentCards(): CardSettings | null {
  const { stripe, appUrl } = env();
  return stripe && appUrl ? { ...stripe, appUrl } : null;
}

import type { CardSettings } from "@/lib/billing/cards/stripe-client";
import { env } from "@/lib/env";

/** How this installation takes cards; null where it takes none. */
export function currentCards(): CardSettings | null {
  const { stripe, appUrl } = env();
  return stripe && appUrl ? { ...stripe, appUrl } : null;
}

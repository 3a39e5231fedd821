import { metadataOf, waysBack } from "@/lib/billing/cards/card-session";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";

/**
 * Begins a card payment, and returns the address of Stripe's page for it. The balance grows when Stripe reports the
 * payment as paid.
 * @param dollars a whole number within `CARD_DOLLARS`.
 * @throws the errors of Stripe's library.
 */
export async function beginCardTopUp(
  settings: CardSettings,
  account: { accountId: number; email: string },
  dollars: number,
): Promise<string> {
  const metadata = metadataOf(account.accountId, dollars * 100);
  const session = await stripeClient(settings).checkout.sessions.create({
    mode: "payment",
    metadata,
    payment_intent_data: { metadata },
    client_reference_id: String(account.accountId),
    customer_email: account.email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "nzd",
          unit_amount: dollars * 100,
          product_data: { name: "Messaging Gateway top-up" },
        },
      },
    ],
    ...waysBack(settings.appUrl),
  });
  if (!session.url) throw new Error("Stripe returned no address of a payment page.");
  return session.url;
}

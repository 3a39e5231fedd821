import Stripe from "stripe";
import { claimDetachmentsStatement } from "@/lib/billing/cards/detach-cards.sql";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";
import type { Database } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";

const BATCH = 20;

/** Asked in vain so often, once an hour, Stripe is not asked any more. */
const MAX_ATTEMPTS = 72;

/**
 * Has Stripe forget cards that were removed or replaced. One that Stripe does not have is forgotten already.
 * @returns whether there may be more.
 */
export async function detachCards(db: Database, settings: CardSettings, now: Date): Promise<boolean> {
  const claimed = await db.query<{ methodId: string; attempts: number }>(
    claimDetachmentsStatement(now, BATCH),
  );
  await Promise.all(
    claimed.map(async ({ methodId, attempts }) => {
      if ((await isForgotten(settings, methodId)) || attempts >= MAX_ATTEMPTS)
        await db.prisma.cardDetachment.deleteMany({ where: { methodId } });
    }),
  );
  return claimed.length === BATCH;
}

async function isForgotten(settings: CardSettings, methodId: string): Promise<boolean> {
  try {
    await stripeClient(settings).paymentMethods.detach(methodId);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return true;
    log().warn({ err: describeError(error) }, "Stripe did not forget a card");
    return false;
  }
}

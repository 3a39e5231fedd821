import Stripe from "stripe";
import { claimDetachmentsStatement } from "@/lib/billing/cards/detach-cards.sql";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";
import type { Database } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";

const BATCH = 20;

/** The most attempts for a card, one an hour. */
const MAX_ATTEMPTS = 72;

/**
 * Detaches removed and replaced cards at Stripe. A card that Stripe does not have counts as detached.
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
    log().warn({ err: describeError(error) }, "a card could not be detached at Stripe");
    return false;
  }
}

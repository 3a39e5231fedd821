import { currentCards } from "@/lib/billing/cards/current-cards";
import { beginSavedCard } from "@/lib/billing/cards/saved-card";
import { beginSavedCardOperation } from "@/lib/contracts/members/auto-top-up";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Saving a card, on Stripe's page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    beginSavedCardOperation,
    async ({ db, member }) => {
      const cards = currentCards();
      if (!cards) throw new GatewayError("not_found", "Cards are not taken here.");
      return { url: await beginSavedCard(db, cards, member) };
    },
    "at-once",
  ),
});

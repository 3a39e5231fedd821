import { beginCardTopUp } from "@/lib/billing/cards/card-top-up";
import { currentCards } from "@/lib/billing/cards/current-cards";
import { beginCardTopUpOperation, CARD_DOLLARS, readCardTopUp } from "@/lib/contracts/members/card-top-up";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Adding money by card. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readCardTopUp, async () => ({ available: currentCards() !== null, ...CARD_DOLLARS })),
  POST: member(
    beginCardTopUpOperation,
    async ({ member, input }) => {
      const cards = currentCards();
      if (!cards) throw new GatewayError("not_found", "Cards are not taken here.");
      return { url: await beginCardTopUp(cards, member, input.dollars) };
    },
    "at-once",
  ),
});

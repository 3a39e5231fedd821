import { removeSavedCard } from "@/lib/billing/cards/saved-card";
import { removeSavedCardOperation } from "@/lib/contracts/members/auto-top-up";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Removes the saved card. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeSavedCardOperation, "card_removed", async (tx, { member, now }) => ({
    details: await removeSavedCard(tx, member.accountId, now),
  })),
});

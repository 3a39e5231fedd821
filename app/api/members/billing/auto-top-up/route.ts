import { readAutoTopUp, saveAutoTopUp } from "@/lib/billing/auto-top-up/change-auto-top-up";
import { currentCards } from "@/lib/billing/cards/current-cards";
import {
  readAutoTopUp as readAutoTopUpOperation,
  saveAutoTopUpOperation,
} from "@/lib/contracts/members/auto-top-up";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The saved card and auto top-up, and how much it pays. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readAutoTopUpOperation, async ({ db, member, now }) => ({
    available: currentCards() !== null,
    ...(await readAutoTopUp(db, member.accountId, now)),
  })),
  POST: member(saveAutoTopUpOperation, "auto_top_up_changed", async (tx, { member, input }) => {
    const state = await saveAutoTopUp(tx, member.accountId, input);
    return { details: { state, ...input } };
  }),
});

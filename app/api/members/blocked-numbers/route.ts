import { blockNumberOperation, listBlockedNumbers } from "@/lib/contracts/members/blocked-numbers";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { blockByHand } from "@/lib/optouts/block-by-hand";
import { listBlocked } from "@/lib/optouts/list-blocked";

/** The numbers that the account does not send to, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listBlockedNumbers,
    ({ db, member, input }) => listBlocked(db, member.accountId, input),
    "long",
  ),
  POST: member(blockNumberOperation, "number_blocked", async (tx, { member, input, now }) => {
    const number = await blockByHand(tx, member.accountId, input.number, now);
    return { details: { number }, answer: { success: true, number } };
  }),
});

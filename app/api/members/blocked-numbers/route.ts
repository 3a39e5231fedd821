import { blockNumberOperation, listBlockedNumbers } from "@/lib/contracts/members/blocked-numbers";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { blockByHand } from "@/lib/optouts/block-by-hand";
import { listBlocked } from "@/lib/optouts/list-blocked";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** The numbers that the account does not send to, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listBlockedNumbers, ({ db, member, input }) => listBlocked(db, member.accountId, input)),
  POST: member(blockNumberOperation, async ({ change, member, input, now }) => {
    const number = normaliseMsisdn(input.number);
    if (number === null) throw new GatewayError("invalid_recipient", "This is not a phone number.");
    await change(async (tx, write) => {
      if (!(await blockByHand(tx, member.accountId, number, now)))
        throw new GatewayError("conflict", `${number} is blocked already.`);
      await write("number_blocked", { number });
    });
    return { success: true as const, number };
  }),
});

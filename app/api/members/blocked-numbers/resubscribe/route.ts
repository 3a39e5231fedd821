import { resubscribeNumber } from "@/lib/contracts/members/blocked-numbers";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { resubscribe } from "@/lib/optouts/resubscribe";

/** Lets messages go to a number again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resubscribeNumber, "number_resubscribed", async (tx, { member, input: { number }, now }) => {
    if (!(await resubscribe(tx, member.accountId, number, now)))
      throw new GatewayError("not_found", "This number is not blocked.");
    return { details: { number } };
  }),
});

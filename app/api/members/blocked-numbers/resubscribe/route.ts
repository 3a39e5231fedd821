import { recordActivity } from "@/lib/accounts/record-activity";
import { resubscribeNumber } from "@/lib/contracts/members/blocked-numbers";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { resubscribe } from "@/lib/optouts/resubscribe";

/** Lets messages go to a number again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resubscribeNumber, async ({ db, member, actor, input: { number }, now }) => {
    if (!(await resubscribe(db, member.accountId, number, now)))
      throw new GatewayError("not_found", "This number is not blocked.");
    await recordActivity(db, member.accountId, actor, "number_resubscribed", { number }, now);
    return { success: true as const };
  }),
});

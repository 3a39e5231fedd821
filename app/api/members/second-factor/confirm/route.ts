import { authSecret } from "@/lib/accounts/auth-secret";
import { recordActivity } from "@/lib/accounts/record-activity";
import { confirmFactor } from "@/lib/accounts/second-factor";
import { confirmSecondFactor } from "@/lib/contracts/members/account";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Turns the second factor on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(confirmSecondFactor, async ({ db, member, actor, input, now }) => {
    const recoveryCodes = await confirmFactor(db, member, input.code, authSecret(), now);
    await recordActivity(db, member.accountId, actor, "second_factor_on", {}, now);
    return { recoveryCodes };
  }),
});

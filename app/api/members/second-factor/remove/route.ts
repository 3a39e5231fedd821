import { recordActivity } from "@/lib/accounts/record-activity";
import { removeFactor } from "@/lib/accounts/second-factor";
import { verifyPassword } from "@/lib/accounts/verify-password";
import { removeSecondFactor } from "@/lib/contracts/members/account";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Turns the second factor off. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeSecondFactor, async ({ db, member, actor, input, address, now }) => {
    await verifyPassword(db, { email: member.email, password: input.password }, address, now);
    await removeFactor(db, member.accountId);
    await recordActivity(db, member.accountId, actor, "second_factor_off", {}, now);
    return { success: true as const };
  }),
});

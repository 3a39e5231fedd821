import { resetSecondFactor } from "@/lib/accounts/reset-second-factor";
import { resetSecondFactor as resetSecondFactorOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Turns off the second factor of somebody who has lost it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(resetSecondFactorOperation, async ({ db, actor, input, now }) => {
    await resetSecondFactor(db, input.accountId, actor, now);
    return { success: true as const };
  }),
});

import { authSecret } from "@/lib/accounts/auth-secret";
import { confirmFactor } from "@/lib/accounts/second-factor";
import { confirmSecondFactor } from "@/lib/contracts/members/account";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Turns the second factor on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(confirmSecondFactor, async ({ change, member, input, now }) => ({
    recoveryCodes: await change(async (tx, write) => {
      const codes = await confirmFactor(tx, member, input.code, authSecret(), now);
      await write("second_factor_on", {});
      return codes;
    }),
  })),
});

import { confirmFactor } from "@/lib/auth/second-factor/second-factor";
import { confirmSecondFactor } from "@/lib/contracts/members/account";
import { authSecret } from "@/lib/crypto/auth-secret";
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

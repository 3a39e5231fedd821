import { confirmFactor } from "@/lib/auth/second-factor/second-factor";
import { confirmSecondFactor } from "@/lib/contracts/members/account";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { personal } from "@/lib/http/member";

/** Turns the second factor on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: personal(confirmSecondFactor, "second_factor_on", async (tx, { member, input, now }) => ({
    recoveryCodes: await confirmFactor(
      tx,
      { accountId: member.personId },
      { code: input.code, authSecret: authSecret() },
      now,
    ),
  })),
});

import { confirmOwnPassword } from "@/lib/auth/passwords/confirm-own-password";
import { removeFactor } from "@/lib/auth/second-factor/second-factor";
import { removeSecondFactor } from "@/lib/contracts/members/account";
import { route } from "@/lib/http/handler";
import { personal } from "@/lib/http/member";

/** Turns the second factor off. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: personal(
    removeSecondFactor,
    "second_factor_off",
    async (tx, { member, address }) => {
      await removeFactor(tx, member.personId, address);
      return { success: true as const };
    },
    ({ db, member, input, address, now }) =>
      confirmOwnPassword(db, member, { password: input.password, address }, now),
  ),
});

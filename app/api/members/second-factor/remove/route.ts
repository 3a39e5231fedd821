import { confirmOwnPassword } from "@/lib/auth/passwords/confirm-own-password";
import { removeFactor } from "@/lib/auth/second-factor/second-factor";
import { removeSecondFactor } from "@/lib/contracts/members/account";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Turns the second factor off. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeSecondFactor, async ({ db, change, member, input, address, now }) => {
    await confirmOwnPassword(db, member, input.password, address, now);
    await change(async (tx, write) => {
      await removeFactor(tx, member.accountId, address);
      await write("second_factor_off", {});
    });
    return { success: true as const };
  }),
});

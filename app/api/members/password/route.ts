import { changePassword } from "@/lib/accounts/change-password";
import { changePasswordOperation } from "@/lib/contracts/members/account";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { runSoon } from "@/lib/jobs/run-soon";

/** A new password for who knows the present one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changePasswordOperation, async ({ db, member, input, address, now }) => {
    await changePassword(db, member, input, address, now);
    runSoon("emails");
    return { success: true as const };
  }),
});

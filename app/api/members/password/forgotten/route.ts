import { requestResetLink } from "@/lib/accounts/forgotten-password";
import { forgotPassword } from "@/lib/contracts/members/account";
import { route } from "@/lib/http/handler";
import { visitor } from "@/lib/http/member";

/** A link to choose a new password; the answer is the same whether there is such an account or not. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: visitor(forgotPassword, async ({ db, input, address, now }) => {
    await requestResetLink(db, input.email, address, now);
    return { success: true as const };
  }),
});

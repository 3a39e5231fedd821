import { changeAccount } from "@/lib/accounts/change-account";
import { changeAccount as changeAccountOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Changes what an account may do and what it pays. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(changeAccountOperation, async ({ db, actor, input, now }) => {
    await changeAccount(db, input, actor, now);
    return { success: true as const };
  }),
});

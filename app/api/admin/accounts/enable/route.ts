import { setAccountEnabled } from "@/lib/accounts/set-account-enabled";
import { setAccountEnabled as setAccountEnabledOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Disables an account, or enables it again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(setAccountEnabledOperation, async ({ db, actor, input, now }) => {
    await setAccountEnabled(db, input, actor, now);
    return { success: true as const };
  }),
});

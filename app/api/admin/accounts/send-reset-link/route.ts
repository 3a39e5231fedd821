import { sendAccountResetLink } from "@/lib/accounts/send-account-reset-link";
import { sendAccountResetLink as sendOperation } from "@/lib/contracts/admin/accounts";
import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** A link to choose a new password, for an account's owner alone. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(sendOperation, async ({ db, actor, input, now }) => {
    await sendAccountResetLink(db, input.accountId, actor, { authSecret: authSecret(), now });
    return { success: true as const, isEmailConfigured: env().smtpUrl !== undefined };
  }),
});

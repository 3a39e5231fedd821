import { sendAccountResetLink } from "@/lib/accounts/send-account-reset-link";
import { sendAccountResetLink as sendOperation } from "@/lib/contracts/admin/accounts";
import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** A link to choose a new password, for an account's owner or a person in it, and for nobody else. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(sendOperation, async ({ db, actor, input, now }) => {
    const { accountId, personId = accountId } = input;
    await sendAccountResetLink(db, { accountId, personId }, actor, { authSecret: authSecret(), now });
    return { success: true as const, isEmailConfigured: env().smtpUrl !== undefined };
  }),
});

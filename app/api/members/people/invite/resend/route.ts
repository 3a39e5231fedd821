import { countInvitation, requireResendable, resendInvitation } from "@/lib/accounts/people/invitations";
import { resendInvitation as resendOperation } from "@/lib/contracts/members/people/people";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Sends an invitation again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    resendOperation,
    "invitation_resent",
    async (tx, { member, input, now }) => ({
      details: await resendInvitation(tx, member, input.id, { authSecret: authSecret(), now }),
    }),
    async ({ db, member: { accountId }, input: { id }, address, now }) => {
      const { email } = await requireResendable(db, { accountId, id }, now);
      await countInvitation(db, { accountId, email, address }, now);
    },
  ),
});

import {
  countInvitation,
  invite,
  requireNew,
  requireNotElsewhere,
  storedEmail,
} from "@/lib/accounts/people/invitations";
import { invitePerson } from "@/lib/contracts/members/people/people";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Invites somebody into the account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    invitePerson,
    "person_invited",
    async (tx, { member, input, now }) => {
      const asked = { email: storedEmail(input.email), role: input.role };
      await invite(tx, member, asked, { authSecret: authSecret(), now });
      return { details: asked };
    },
    async ({ db, member: { accountId }, input, address, now }) => {
      const email = storedEmail(input.email);
      await requireNew(db, { accountId, email }, now);
      await countInvitation(db, { accountId, email, address }, now);
      await requireNotElsewhere(db, email);
    },
  ),
});

import { withdrawInvitation } from "@/lib/accounts/people/invitations";
import { withdrawInvitation as withdrawOperation } from "@/lib/contracts/members/people/people";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes an invitation back. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(withdrawOperation, "invitation_withdrawn", async (tx, { member, input }) => ({
    details: await withdrawInvitation(tx, member.accountId, input.id),
  })),
});

import { leaveAccount } from "@/lib/accounts/people/change-people";
import { leaveAccountOperation } from "@/lib/contracts/members/people/people";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The way out of an account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(leaveAccountOperation, "person_left", async (tx, { member, session }) => {
    const { accountId, personId } = member;
    const { email, isSignedOut } = await leaveAccount(tx, { accountId, personId }, session.sessionId);
    return { details: { email }, answer: { isSignedOut } };
  }),
});

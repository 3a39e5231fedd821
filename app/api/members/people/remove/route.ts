import { removePerson } from "@/lib/accounts/people/change-people";
import { removePersonOperation } from "@/lib/contracts/members/people/people";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a person out of the account; their sessions in it end at once. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removePersonOperation, "person_removed", async (tx, { member, input: { personId } }) => ({
    details: await removePerson(tx, { accountId: member.accountId, personId }),
  })),
});

import { makeOwner } from "@/lib/accounts/people/change-people";
import { confirmOwnPassword } from "@/lib/auth/passwords/confirm-own-password";
import { makeOwnerOperation } from "@/lib/contracts/members/people/people";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Makes a person an owner, beside or in place of who asks. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    makeOwnerOperation,
    "owner_added",
    async (tx, { member, input: { personId, stay } }) => {
      const { accountId, personId: own } = member;
      const { email } = await makeOwner(tx, { accountId, personId }, { personId: own, stay });
      return { details: { email, stays: stay } };
    },
    ({ db, member, input, address, now }) =>
      confirmOwnPassword(db, member, { password: input.password, address }, now),
  ),
});

import { changeRole } from "@/lib/accounts/people/change-people";
import { changeRoleOperation } from "@/lib/contracts/members/people/people";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Gives a person another role. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeRoleOperation, "role_changed", async (tx, { member, input: { personId, role } }) => ({
    details: await changeRole(tx, { accountId: member.accountId, personId }, role),
  })),
});

import { listActivity } from "@/lib/activity/list-activity";
import { listActivity as listActivityOperation } from "@/lib/contracts/members/activity";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Who did what to the account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listActivityOperation,
    ({ db, member, input }) => listActivity(db, member.accountId, input),
    "long",
  ),
});

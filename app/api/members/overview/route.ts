import { readOverview } from "@/lib/accounts/overview";
import { readOverview as readOverviewOperation } from "@/lib/contracts/members/overview";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** What the first page tells of the account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    readOverviewOperation,
    ({ db, member, now }) => readOverview(db, member.accountId, now),
    "long",
  ),
});

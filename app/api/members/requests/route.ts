import { listRequestsOperation } from "@/lib/contracts/members/requests";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { listRequests } from "@/lib/requests/list-requests";

/** The account's requests to the API (rules: request log). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listRequestsOperation,
    ({ db, member, input }) => listRequests(db, member.accountId, input),
    "long",
  ),
});

import { listRequestsOperation } from "@/lib/contracts/members/requests";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { listRequests } from "@/lib/requests/list-requests";

/** The account's requests to the API (rules: request log). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listRequestsOperation,
    async ({ db, member, input }) => ({
      ...(await listRequests(db, member.accountId, input)),
      isKept: env().requestLog,
    }),
    "long",
  ),
});

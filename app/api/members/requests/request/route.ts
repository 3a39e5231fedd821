import { readRequestOperation } from "@/lib/contracts/members/requests";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readRequest } from "@/lib/requests/read-request";

/** One request of the account to the API. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readRequestOperation, ({ db, member, input }) => readRequest(db, member.accountId, input.id)),
});

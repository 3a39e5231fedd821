import { listRequestsOperation, readRequestOperation } from "@/lib/contracts/members/requests";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { listRequests } from "@/lib/requests/list-requests";
import { readRequest } from "@/lib/requests/read-request";

export const REQUESTS_ENDPOINTS = tableOf([
  member(
    listRequestsOperation,
    async ({ db, member, input }) => ({
      ...(await listRequests(db, member.accountId, input)),
      isKept: env().requestLog,
    }),
    "long",
  ),
  member(readRequestOperation, ({ db, member, input }) => readRequest(db, member.accountId, input.id)),
]);

import { listDomainRequests as listRequestsOperation } from "@/lib/contracts/members/domains";
import { listDomainRequests } from "@/lib/domains/list-domains";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The domains that the account has asked for. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listRequestsOperation, ({ db, member }) => listDomainRequests(db, member.accountId)),
});

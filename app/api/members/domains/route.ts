import { listDomains as listDomainsOperation } from "@/lib/contracts/members/domains";
import { listDomains } from "@/lib/domains/list-domains";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The domains that the account may link to. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listDomainsOperation,
    ({ db, member, input }) => listDomains(db, member.accountId, input),
    "long",
  ),
});

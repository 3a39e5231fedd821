import { withdrawDomainRequest } from "@/lib/contracts/members/domains";
import { withdrawRequest } from "@/lib/domains/request-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a request for a domain back. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    withdrawDomainRequest,
    "domain_request_withdrawn",
    async (tx, { member, input: { domain } }) => {
      await withdrawRequest(tx, member.accountId, domain);
      return { details: { domain } };
    },
  ),
});

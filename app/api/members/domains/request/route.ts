import { requestDomainOperation } from "@/lib/contracts/members/domains";
import { requestDomain } from "@/lib/domains/request-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Asks for a domain. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(requestDomainOperation, "domain_requested", async (tx, { member, input, now }) => {
    const domain = await requestDomain(tx, member.accountId, input.domain, now);
    return { details: { domain }, answer: { success: true, domain } };
  }),
});

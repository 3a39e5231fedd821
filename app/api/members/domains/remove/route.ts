import { removeDomainOperation } from "@/lib/contracts/members/domains";
import { removeDomain } from "@/lib/domains/remove-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a domain off the account's list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeDomainOperation, "domain_removed", async (tx, { member, input: { domain } }) => {
    await removeDomain(tx, member.accountId, domain);
    return { details: { domain } };
  }),
});

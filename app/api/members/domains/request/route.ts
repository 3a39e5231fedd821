import { requestDomainOperation } from "@/lib/contracts/members/domains";
import { requestDomain } from "@/lib/domains/request-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Asks for a domain. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(requestDomainOperation, async ({ change, member, input, now }) => {
    const domain = await change(async (tx, write) => {
      const understood = await requestDomain(tx, member.accountId, input.domain, now);
      await write("domain_requested", { domain: understood });
      return understood;
    });
    return { success: true as const, domain };
  }),
});

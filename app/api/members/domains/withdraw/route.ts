import { withdrawDomainRequest } from "@/lib/contracts/members/domains";
import { withdrawRequest } from "@/lib/domains/request-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a request for a domain back. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(withdrawDomainRequest, async ({ change, member, input: { domain } }) => {
    await change(async (tx, write) => {
      await withdrawRequest(tx, member.accountId, domain);
      await write("domain_request_withdrawn", { domain });
    });
    return { success: true as const };
  }),
});

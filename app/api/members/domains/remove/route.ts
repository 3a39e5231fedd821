import { removeDomainOperation } from "@/lib/contracts/members/domains";
import { removeDomain } from "@/lib/domains/remove-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a domain off the account's list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeDomainOperation, async ({ change, member, input: { domain } }) => {
    await change(async (tx, write) => {
      await removeDomain(tx, member.accountId, domain);
      await write("domain_removed", { domain });
    });
    return { success: true as const };
  }),
});

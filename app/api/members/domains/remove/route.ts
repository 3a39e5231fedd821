import { recordActivity } from "@/lib/accounts/record-activity";
import { removeDomainOperation } from "@/lib/contracts/members/domains";
import { removeDomain } from "@/lib/domains/remove-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a domain off the account's list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeDomainOperation, async ({ db, member, actor, input: { domain }, now }) => {
    await removeDomain(db, member.accountId, domain);
    await recordActivity(db, member.accountId, actor, "domain_removed", { domain }, now);
    return { success: true as const };
  }),
});

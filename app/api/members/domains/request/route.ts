import { recordActivity } from "@/lib/accounts/record-activity";
import { requestDomainOperation } from "@/lib/contracts/members/domains";
import { requestDomain } from "@/lib/domains/request-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Asks for a domain. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(requestDomainOperation, async ({ db, member, actor, input, now }) => {
    const domain = await requestDomain(db, member.accountId, input.domain, now);
    await recordActivity(db, member.accountId, actor, "domain_requested", { domain }, now);
    return { success: true as const, domain };
  }),
});

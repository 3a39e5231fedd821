import { recordActivity } from "@/lib/accounts/record-activity";
import { withdrawDomainRequest } from "@/lib/contracts/members/domains";
import { withdrawRequest } from "@/lib/domains/request-domain";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a request for a domain back. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(withdrawDomainRequest, async ({ db, member, actor, input: { domain }, now }) => {
    await withdrawRequest(db, member.accountId, domain);
    await recordActivity(db, member.accountId, actor, "domain_request_withdrawn", { domain }, now);
    return { success: true as const };
  }),
});

import {
  listDomainRequests as listDomainRequestsOperation,
  listDomains as listDomainsOperation,
  listHeldHosts as listHeldHostsOperation,
  removeDomainOperation,
  requestDomainOperation,
  withdrawDomainRequest,
} from "@/lib/contracts/members/domains";
import { listDomainRequests, listDomains, listHeldHosts } from "@/lib/domains/list-domains";
import { removeDomain } from "@/lib/domains/remove-domain";
import { requestDomain, withdrawRequest } from "@/lib/domains/request-domain";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";

export const DOMAINS_ENDPOINTS = tableOf([
  member(listDomainsOperation, ({ db, member, input }) => listDomains(db, member.accountId, input), "long"),
  member(listHeldHostsOperation, ({ db, member }) => listHeldHosts(db, member.accountId), "long"),
  member(removeDomainOperation, "domain_removed", async (tx, { member, input: { domain } }) => {
    await removeDomain(tx, member.accountId, domain);
    return { details: { domain } };
  }),
  member(requestDomainOperation, "domain_requested", async (tx, { member, input, now }) => {
    const domain = await requestDomain(tx, member.accountId, input.domain, now);
    return { details: { domain }, answer: { success: true, domain } };
  }),
  member(listDomainRequestsOperation, ({ db, member }) => listDomainRequests(db, member.accountId)),
  member(withdrawDomainRequest, "domain_request_withdrawn", async (tx, { member, input: { domain } }) => {
    await withdrawRequest(tx, member.accountId, domain);
    return { details: { domain } };
  }),
]);

import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber, searchValues } from "@/app/_session/search-values";
import { DOMAIN_FILTERS, domainOrder } from "@/app/(members)/domains/_components/domain-order";
import { Domains } from "@/app/(members)/domains/_components/domains";
import { GET as listHeldHostsHandler } from "@/app/api/members/domains/held/route";
import { GET as listDomainRequestsHandler } from "@/app/api/members/domains/requests/route";
import { GET as listDomainsHandler } from "@/app/api/members/domains/route";
import { listDomainRequests, listDomains, listHeldHosts } from "@/lib/contracts/members/domains";

export const metadata: Metadata = { title: "Approved domains" };

/** The domains that the account's messages may link to. */
export default async function DomainsPage({ searchParams }: { searchParams: PageSearch }) {
  const { order } = await searchValues(searchParams, DOMAIN_FILTERS);
  const asked = { ...(await pageNumber(searchParams)), order: domainOrder(order) };
  const reads = [
    firstRead(listHeldHosts, {}, listHeldHostsHandler),
    firstRead(listDomainRequests, {}, listDomainRequestsHandler),
    firstRead(listDomains, asked, listDomainsHandler),
  ];
  return (
    <FirstReads reads={reads}>
      <Domains />
    </FirstReads>
  );
}

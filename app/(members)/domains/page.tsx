import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber, searchValues } from "@/app/_session/search-values";
import { DOMAIN_FILTERS, domainOrder } from "@/app/(members)/domains/_components/domain-order";
import { Domains } from "@/app/(members)/domains/_components/domains";
import { DOMAINS_ENDPOINTS } from "@/app/api/members/domains/endpoints";
import { listDomainRequests, listDomains, listHeldHosts } from "@/lib/contracts/members/domains";

export const metadata: Metadata = { title: "Approved domains" };

/** Draws the page of domains that messages may link to. */
export default async function DomainsPage({ searchParams }: { searchParams: PageSearch }) {
  const { order } = await searchValues(searchParams, DOMAIN_FILTERS);
  const asked = { ...(await pageNumber(searchParams)), order: domainOrder(order) };
  const reads = [
    firstRead(DOMAINS_ENDPOINTS, listHeldHosts, {}),
    firstRead(DOMAINS_ENDPOINTS, listDomainRequests, {}),
    firstRead(DOMAINS_ENDPOINTS, listDomains, asked),
  ];
  return (
    <FirstReads reads={reads}>
      <Domains />
    </FirstReads>
  );
}

import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber } from "@/app/_session/search-values";
import { DomainQueue } from "@/app/admin/domains/_components/domain-queue";
import { DOMAINS_ENDPOINTS } from "@/app/api/admin/domains/endpoints";
import { listDomainQueue } from "@/lib/contracts/admin/domains";

export const metadata: Metadata = { title: "Held domains" };

/** Draws the page of domains that wait for an administrator's decision. */
export default async function HeldDomainsPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = await pageNumber(searchParams);
  return (
    <FirstReads reads={[firstRead(DOMAINS_ENDPOINTS, listDomainQueue, asked)]}>
      <DomainQueue />
    </FirstReads>
  );
}

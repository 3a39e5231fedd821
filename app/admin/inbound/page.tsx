import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber, searchValues } from "@/app/_session/search-values";
import { UNROUTED_FILTERS } from "@/app/admin/inbound/_components/unrouted-filters";
import { UnroutedMessages } from "@/app/admin/inbound/_components/unrouted-messages";
import { INBOUND_ENDPOINTS } from "@/app/api/admin/inbound/endpoints";
import { listUnrouted } from "@/lib/contracts/admin/inbound";

export const metadata: Metadata = { title: "Unrouted messages" };

/** Draws the page of inbound messages that belong to no account. */
export default async function UnroutedPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = {
    ...(await searchValues(searchParams, UNROUTED_FILTERS)),
    ...(await pageNumber(searchParams)),
  };
  return (
    <FirstReads reads={[firstRead(INBOUND_ENDPOINTS, listUnrouted, asked)]}>
      <UnroutedMessages />
    </FirstReads>
  );
}

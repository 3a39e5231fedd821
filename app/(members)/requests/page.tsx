import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { REQUEST_LIST } from "@/app/(members)/requests/_components/request-filter-names";
import { Requests } from "@/app/(members)/requests/_components/requests";
import { API_KEYS_ENDPOINTS } from "@/app/api/members/api-keys/endpoints";
import { REQUESTS_ENDPOINTS } from "@/app/api/members/requests/endpoints";
import { given } from "@/components/members/given";
import { listApiKeys } from "@/lib/contracts/members/api-keys";
import { listRequestsOperation, type RequestsAsked } from "@/lib/contracts/members/requests";

export const metadata: Metadata = { title: "Requests" };

/** Draws the page of the account's API requests. */
export default async function RequestsPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = given(await searchValues(searchParams, REQUEST_LIST)) as RequestsAsked;
  const reads = [
    firstRead(REQUESTS_ENDPOINTS, listRequestsOperation, asked),
    firstRead(API_KEYS_ENDPOINTS, listApiKeys, {}),
  ];
  return (
    <FirstReads reads={reads}>
      <Requests />
    </FirstReads>
  );
}

import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { SEND_LIST } from "@/app/(members)/sends/_components/send-filter-names";
import { Sends } from "@/app/(members)/sends/_components/sends";
import { SENDS_ENDPOINTS } from "@/app/api/members/sends/endpoints";
import { given } from "@/components/members/given";
import type { TimeOrder } from "@/lib/contracts/members/cursor";
import { listSendsOperation } from "@/lib/contracts/members/sending/sends";

export const metadata: Metadata = { title: "Sends" };

/** Draws the page of the account's sends. */
export default async function SendsPage({ searchParams }: { searchParams: PageSearch }) {
  const { order, ...values } = await searchValues(searchParams, SEND_LIST);
  const asked = given({ ...values, order: order as TimeOrder });
  return (
    <FirstReads reads={[firstRead(SENDS_ENDPOINTS, listSendsOperation, asked)]}>
      <Sends />
    </FirstReads>
  );
}

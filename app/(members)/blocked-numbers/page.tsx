import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber, searchValues } from "@/app/_session/search-values";
import { BlockedNumbers } from "@/app/(members)/blocked-numbers/_components/blocked-numbers";
import { BLOCKED_NUMBERS_ENDPOINTS } from "@/app/api/members/blocked-numbers/endpoints";
import { listBlockedNumbers } from "@/lib/contracts/members/blocked-numbers";

export const metadata: Metadata = { title: "Blocked numbers" };

/** Draws the page of blocked numbers. */
export default async function BlockedNumbersPage({ searchParams }: { searchParams: PageSearch }) {
  const { number, include } = await searchValues(searchParams, ["number", "include"]);
  const asked = {
    ...(await pageNumber(searchParams)),
    number,
    include: include === "all" ? ("all" as const) : ("active" as const),
  };
  return (
    <FirstReads reads={[firstRead(BLOCKED_NUMBERS_ENDPOINTS, listBlockedNumbers, asked)]}>
      <BlockedNumbers />
    </FirstReads>
  );
}

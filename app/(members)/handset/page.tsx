import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { Handset } from "@/app/(members)/handset/_components/handset";
import { USUAL_NUMBER } from "@/app/(members)/handset/_components/usual-number";
import { HANDSET_ENDPOINTS } from "@/app/api/members/handset/endpoints";
import { readHandsetOperation } from "@/lib/contracts/members/handset";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Handset" };

/** Draws the page of a handset of the simulated network. */
export default async function HandsetPage({ searchParams }: { searchParams: PageSearch }) {
  // A setting of the running server. A build does not know it.
  await connection();
  if (env().carrier !== "simulator") notFound();
  const { number } = await searchValues(searchParams, ["number"]);
  const reads = [firstRead(HANDSET_ENDPOINTS, readHandsetOperation, { number: number || USUAL_NUMBER })];
  return (
    <FirstReads reads={reads}>
      <Handset />
    </FirstReads>
  );
}

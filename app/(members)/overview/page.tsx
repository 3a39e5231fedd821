import type { Metadata } from "next";
import { cookies } from "next/headers";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { FIRST_STEPS_HIDDEN } from "@/app/(members)/overview/_components/first-steps-hidden";
import { Overview } from "@/app/(members)/overview/_components/overview";
import { OVERVIEW_ENDPOINTS } from "@/app/api/members/overview/endpoints";
import { readOverview } from "@/lib/contracts/members/overview";

export const metadata: Metadata = { title: "Overview" };

/** Draws the first page after signing in. */
export default async function OverviewPage() {
  const hasHiddenSteps = (await cookies()).has(FIRST_STEPS_HIDDEN);
  return (
    <FirstReads reads={[firstRead(OVERVIEW_ENDPOINTS, readOverview, {})]}>
      <Overview hasHiddenSteps={hasHiddenSteps} />
    </FirstReads>
  );
}

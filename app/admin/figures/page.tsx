import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { FIGURE_FILTERS } from "@/app/admin/figures/_components/figure-filters";
import { AllFigures } from "@/app/admin/figures/_components/figures";
import { FIGURES_ENDPOINTS } from "@/app/api/admin/figures/endpoints";
import { given } from "@/components/members/given";
import { type FigureStep, readFigures } from "@/lib/contracts/admin/figures";

export const metadata: Metadata = { title: "Traffic and revenue" };

/** Draws the page of messages and earnings. */
export default async function FiguresPage({ searchParams }: { searchParams: PageSearch }) {
  const values = await searchValues(searchParams, FIGURE_FILTERS);
  const asked = given({ ...values, by: values.by as FigureStep });
  return (
    <FirstReads reads={[firstRead(FIGURES_ENDPOINTS, readFigures, asked)]}>
      <AllFigures />
    </FirstReads>
  );
}

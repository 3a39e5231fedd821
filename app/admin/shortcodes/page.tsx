import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber, searchValues } from "@/app/_session/search-values";
import { SHORTCODE_FILTERS } from "@/app/admin/shortcodes/_components/shortcode-filters";
import { Shortcodes } from "@/app/admin/shortcodes/_components/shortcodes";
import { SHORTCODES_ENDPOINTS } from "@/app/api/admin/shortcodes/endpoints";
import { given } from "@/components/members/given";
import { listShortcodes, type ShortcodeOrder } from "@/lib/contracts/admin/shortcodes";

export const metadata: Metadata = { title: "Shortcodes" };

/** Draws the page of senders. */
export default async function ShortcodesPage({ searchParams }: { searchParams: PageSearch }) {
  const { order } = await searchValues(searchParams, SHORTCODE_FILTERS);
  const asked = given({ ...(await pageNumber(searchParams)), order: order as ShortcodeOrder });
  return (
    <FirstReads reads={[firstRead(SHORTCODES_ENDPOINTS, listShortcodes, asked)]}>
      <Shortcodes />
    </FirstReads>
  );
}

import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber } from "@/app/_session/search-values";
import { Shortcodes } from "@/app/admin/shortcodes/_components/shortcodes";
import { GET as listShortcodesHandler } from "@/app/api/admin/shortcodes/route";
import { listShortcodes } from "@/lib/contracts/admin/shortcodes";

export const metadata: Metadata = { title: "Shortcodes" };

/** The numbers that messages go out from. */
export default async function ShortcodesPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = await pageNumber(searchParams);
  return (
    <FirstReads reads={[firstRead(listShortcodes, asked, listShortcodesHandler)]}>
      <Shortcodes />
    </FirstReads>
  );
}

import type { ReactNode } from "react";
import { GUIDES } from "@/app/docs/_content/guides";
import { DocsSide } from "@/components/docs/docs-side";

const PAGES = [{ href: "/docs", title: "Overview" }, ...GUIDES.map(({ href, title }) => ({ href, title }))];

/** Draws the guides with a list of them at the side. */
export default function GuidesLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6 px-5 py-6 sm:px-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-14 lg:py-12">
      <DocsSide label="Guides" summary="All guides" groups={[{ pages: PAGES }]} />
      <main className="min-w-0 pb-16">{children}</main>
    </div>
  );
}

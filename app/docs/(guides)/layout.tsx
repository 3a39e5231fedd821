import type { ReactNode } from "react";
import { GUIDES } from "@/app/docs/_content/guides";
import { DocsNav } from "@/components/docs/docs-nav";

const PAGES = [{ href: "/docs", title: "Overview" }, ...GUIDES.map(({ href, title }) => ({ href, title }))];

/** The guides, with a list of them at the side. */
export default function GuidesLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8 px-5 py-6 sm:px-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-14 lg:py-12">
      <div className="lg:sticky lg:top-8 lg:self-start">
        <DocsNav label="Guides" groups={[{ pages: PAGES }]} />
      </div>
      <main className="min-w-0 pb-16">{children}</main>
    </div>
  );
}

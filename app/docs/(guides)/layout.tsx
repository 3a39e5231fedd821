import type { ReactNode } from "react";
import { GUIDES } from "@/app/docs/_content/guides";
import { DocsNav } from "@/components/docs/docs-nav";

const PAGES = [{ href: "/docs", title: "Overview" }, ...GUIDES];

/** The guides, with a list of them at the side. */
export default function GuidesLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8 px-6 py-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-14 lg:py-14">
      <aside className="lg:sticky lg:top-8 lg:self-start">
        <DocsNav pages={PAGES} />
      </aside>
      <main className="min-w-0 pb-16">{children}</main>
    </div>
  );
}

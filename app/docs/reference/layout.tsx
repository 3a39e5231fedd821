import { connection } from "next/server";
import type { ReactNode } from "react";
import { reference } from "@/app/docs/_content/reference";
import { DocsNav } from "@/components/docs/docs-nav";

/** The reference, with a list of all operations at the side; on a phone it opens. */
export default async function ReferenceLayout({ children }: { children: ReactNode }) {
  await connection();
  const groups = reference().map(({ title, operations }) => ({
    title,
    pages: operations.map(({ slug, title: name }) => ({ href: `/docs/reference/${slug}`, title: name })),
  }));
  const list = (
    <DocsNav
      label="Operations"
      groups={[{ pages: [{ href: "/docs/reference", title: "Overview" }] }, ...groups]}
    />
  );
  return (
    <div className="mx-auto grid w-full max-w-7xl gap-6 px-5 py-6 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10 lg:py-10">
      <div className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto">
        <details className="rounded-xl border border-line bg-panel lg:hidden">
          <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm font-medium">
            All operations
          </summary>
          <div className="border-t border-line p-2">{list}</div>
        </details>
        <div className="hidden lg:block">{list}</div>
      </div>
      <main className="min-w-0 pb-16">{children}</main>
    </div>
  );
}

import { connection } from "next/server";
import type { ReactNode } from "react";
import { reference } from "@/app/docs/_content/reference";
import { DocsSide } from "@/components/docs/docs-side";

/** Draws the reference with a list of all operations at the side. */
export default async function ReferenceLayout({ children }: { children: ReactNode }) {
  await connection();
  const groups = reference().map(({ title, operations }) => ({
    title,
    pages: operations.map(({ slug, title: name }) => ({ href: `/docs/reference/${slug}`, title: name })),
  }));
  return (
    <div className="mx-auto grid w-full max-w-7xl gap-6 px-5 py-6 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10 lg:py-10">
      <DocsSide
        label="Operations"
        summary="All operations"
        groups={[{ pages: [{ href: "/docs/reference", title: "Overview" }] }, ...groups]}
      />
      <main className="min-w-0 pb-16">{children}</main>
    </div>
  );
}

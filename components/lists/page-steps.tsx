"use client";

import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";

/** The target of a step: an address or an action. Null if there is no such page. */
type Step = string | (() => void) | null;

type Steps = {
  label?: string;
  status: string;
  rows?: ReactNode;
  first?: Step;
  firstTitle?: string;
  previous: Step;
  next: Step;
};

/** Returns a function that builds the page's address with one of the parameters set, or with none. */
export function useAddress(names: readonly string[]): (name?: string, value?: string) => string {
  const pathname = usePathname();
  const parameters = useSearchParams();
  return (name, value = "") => {
    const next = new URLSearchParams(parameters);
    for (const each of names) next.delete(each);
    if (name) next.set(name, value);
    return next.size === 0 ? pathname : `${pathname}?${next}`;
  };
}

/** Draws the buttons that lead through the pages of a list, with a text beside them. */
export function PageSteps({
  label = "Pages",
  status,
  rows,
  first = null,
  firstTitle = "Newest",
  previous,
  next,
}: Steps) {
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap items-center justify-between gap-4 text-sm">
      <div className="flex items-center gap-4">
        {rows}
        <p className="text-muted tabular-nums empty:hidden">{status}</p>
      </div>
      <p className="flex flex-wrap justify-end gap-2">
        <Turn to={first}>
          <ChevronsLeft aria-hidden="true" size={15} />
          {firstTitle}
        </Turn>
        <Turn to={previous} rel="prev">
          <ChevronLeft aria-hidden="true" size={15} />
          Previous
        </Turn>
        <Turn to={next} rel="next">
          Next
          <ChevronRight aria-hidden="true" size={15} />
        </Turn>
      </p>
    </nav>
  );
}

function Turn({ to, rel, children }: { to: Step; rel?: string; children: ReactNode }) {
  const className = "button button--outline button--sm max-sm:min-h-11";
  if (to === null) return null;
  if (typeof to === "string") {
    return (
      <Link className={className} href={to} rel={rel}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" className={className} onClick={to}>
      {children}
    </button>
  );
}

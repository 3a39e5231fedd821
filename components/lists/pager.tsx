"use client";

import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { formatCount } from "@/components/ui/count";
import type { Pagination } from "@/lib/contracts/base/pagination";

/** Where a step leads: an address, or what is done. Null: there is nothing. */
type Step = string | (() => void) | null;

type Steps = { label?: string; status: string; first?: Step; previous: Step; next: Step };

/** Leads through a list's pages. The number of the page stands in the address. */
export function Pager({ pagination }: { pagination: Pagination }) {
  const to = useAddress(["page"]);
  const { page, limit, totalRecords, totalPages, hasNextPage, hasPreviousPage } = pagination;
  if (totalRecords === 0) return null;
  const first = (page - 1) * limit + 1;
  const last = Math.min(first + limit - 1, totalRecords);
  const total = formatCount(totalRecords);
  return (
    <PageSteps
      status={
        first <= totalRecords ? `${formatCount(first)} to ${formatCount(last)} of ${total}` : `${total} total`
      }
      previous={hasPreviousPage ? to("page", String(Math.max(1, Math.min(page - 1, totalPages)))) : null}
      next={hasNextPage ? to("page", String(page + 1)) : null}
    />
  );
}

/**
 * Leads through a list that grows all day: to newer and to older entries, without a count. The address says
 * where the page begins, as `before` or `after`.
 */
export function CursorPager({ newer, older }: { newer: string | null; older: string | null }) {
  const parameters = useSearchParams();
  const to = useAddress(["before", "after"]);
  const isNewest = !parameters.has("before") && !parameters.has("after");
  if (isNewest && older === null) return null;
  return (
    <PageSteps
      status={older === null ? "End of list" : ""}
      first={isNewest ? null : to()}
      previous={newer === null ? null : to("after", newer)}
      next={older === null ? null : to("before", older)}
    />
  );
}

/**
 * Leads through one of several lists of a page. The address stays as it is, since another list may use it.
 * @param page from 1.
 */
export function StepPager({
  label,
  page,
  hasNextPage,
  onTurn,
}: {
  label: string;
  page: number;
  hasNextPage: boolean;
  onTurn: (page: number) => void;
}) {
  if (page === 1 && !hasNextPage) return null;
  return (
    <PageSteps
      label={label}
      status={`Page ${formatCount(page)}`}
      previous={page === 1 ? null : () => onTurn(page - 1)}
      next={hasNextPage ? () => onTurn(page + 1) : null}
    />
  );
}

/** The page's address with one parameter set, or with none of them. */
function useAddress(names: readonly string[]): (name?: string, value?: string) => string {
  const pathname = usePathname();
  const parameters = useSearchParams();
  return (name, value = "") => {
    const next = new URLSearchParams(parameters);
    for (const each of names) next.delete(each);
    if (name) next.set(name, value);
    return next.size === 0 ? pathname : `${pathname}?${next}`;
  };
}

function PageSteps({ label = "Pages", status, first = null, previous, next }: Steps) {
  return (
    <nav aria-label={label} className="mt-4 flex items-center justify-between gap-4 text-sm">
      <p className="text-muted tabular-nums">{status}</p>
      <p className="flex flex-wrap justify-end gap-2">
        <Turn to={first}>
          <ChevronsLeft aria-hidden="true" size={15} />
          Newest
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

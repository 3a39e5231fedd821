"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { formatCount } from "@/components/ui/count";
import type { Pagination } from "@/lib/contracts/base/pagination";

/** Leads through a list's pages. The number of the page stands in the address. */
export function Pager({ pagination }: { pagination: Pagination }) {
  const pathname = usePathname();
  const parameters = useSearchParams();
  const { page, limit, totalRecords, totalPages, hasNextPage, hasPreviousPage } = pagination;
  if (totalRecords === 0) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(parameters);
    next.set("page", String(target));
    return `${pathname}?${next}`;
  };
  const first = (page - 1) * limit + 1;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4 text-sm">
      <p className="text-muted">
        {first <= totalRecords
          ? `${formatCount(first)} to ${formatCount(Math.min(first + limit - 1, totalRecords))} of ${formatCount(totalRecords)}`
          : `${formatCount(totalRecords)} total`}
      </p>
      {totalPages > 1 || page > 1 ? (
        <p className="flex gap-4">
          {hasPreviousPage ? (
            <Link className="font-medium text-accent" href={to(Math.max(1, Math.min(page - 1, totalPages)))}>
              Previous
            </Link>
          ) : null}
          {hasNextPage ? (
            <Link className="font-medium text-accent" href={to(page + 1)}>
              Next
            </Link>
          ) : null}
        </p>
      ) : null}
    </nav>
  );
}

"use client";

import { PageSteps, useAddress } from "@/components/lists/page-steps";
import { formatCount } from "@/components/ui/count";
import type { Pagination } from "@/lib/contracts/base/pagination";

/** Draws links through a list's pages. The address has the page number. */
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
        totalPages > 1 && first <= totalRecords
          ? `${formatCount(first)} to ${formatCount(last)} of ${total}`
          : `${total} total`
      }
      previous={hasPreviousPage ? to("page", String(Math.max(1, Math.min(page - 1, totalPages)))) : null}
      next={hasNextPage ? to("page", String(page + 1)) : null}
    />
  );
}

/**
 * Draws buttons through one of several lists on a page. The address does not change, because another list may
 * use it.
 * @param page begins at 1.
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

"use client";

import { Button } from "@heroui/react";

/**
 * Leads through one of several lists of a page, newest first. The address stays as it is, since another list
 * may use it.
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
  return (
    <nav aria-label={label} className="mt-4 flex justify-between gap-4">
      <Button size="sm" variant="outline" isDisabled={page === 1} onPress={() => onTurn(page - 1)}>
        Newer
      </Button>
      <Button size="sm" variant="outline" isDisabled={!hasNextPage} onPress={() => onTurn(page + 1)}>
        Older
      </Button>
    </nav>
  );
}

"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { LINK } from "@/components/ui/link-styles";

/**
 * Leads through a list that grows all day: to newer and to older entries, without a count. The address says
 * where the page begins, as `before` or `after`.
 */
export function CursorPager({ newer, older }: { newer: string | null; older: string | null }) {
  const pathname = usePathname();
  const parameters = useSearchParams();
  const isNewest = !parameters.has("before") && !parameters.has("after");
  if (isNewest && older === null) return null;
  const to = (name?: "before" | "after", cursor = "") => {
    const next = new URLSearchParams(parameters);
    next.delete("before");
    next.delete("after");
    if (name) next.set(name, cursor);
    return next.size === 0 ? pathname : `${pathname}?${next}`;
  };
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4 text-sm">
      <p className="flex gap-4">
        {isNewest ? null : (
          <Link className={LINK} href={to()}>
            Newest
          </Link>
        )}
        {newer === null ? null : (
          <Link className={LINK} href={to("after", newer)} rel="prev">
            Newer
          </Link>
        )}
      </p>
      {older === null ? (
        <p className="text-muted">End of list</p>
      ) : (
        <Link className={LINK} href={to("before", older)} rel="next">
          Older
        </Link>
      )}
    </nav>
  );
}

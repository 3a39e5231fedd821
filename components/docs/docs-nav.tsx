"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

export type DocsPage = { href: string; title: string };

/** Pages with or without a heading. */
export type DocsGroup = { title?: string; pages: readonly DocsPage[] };

/** Draws the pages of the documentation in groups, and marks the current page. */
export function DocsNav({ label, groups }: { label: string; groups: readonly DocsGroup[] }) {
  const here = usePathname();
  return (
    <nav aria-label={label} className="flex flex-col gap-4">
      {groups.map(({ title, pages }) => (
        <div key={title ?? ""}>
          {title ? <p className="px-3 pb-1 text-xs font-medium text-muted">{title}</p> : null}
          <ul className="flex flex-wrap gap-x-1 gap-y-0.5 lg:flex-col">
            {pages.map(({ href, title: name }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  aria-current={href === here ? "page" : undefined}
                  className="flex min-h-11 items-center rounded-lg px-3 py-1 text-sm text-muted transition-colors hover:text-ink aria-[current=page]:bg-accent/12 aria-[current=page]:font-medium aria-[current=page]:text-accent lg:min-h-8"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

export type DocsPage = { href: string; title: string };

/** The pages of the documentation; the one that is shown is marked. */
export function DocsNav({ pages }: { pages: readonly DocsPage[] }) {
  const here = usePathname();
  return (
    <nav aria-label="Guides">
      <ul className="flex flex-wrap gap-x-1 gap-y-1 lg:flex-col">
        {pages.map(({ href, title }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={href === here ? "page" : undefined}
              className="block rounded-lg px-3 py-1.5 text-sm text-muted transition-colors hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:font-medium aria-[current=page]:text-accent aria-[current=page]:shadow-[inset_0_0_0_1px_var(--line)]"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

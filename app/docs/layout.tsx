import Link from "next/link";
import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/mark";

const LINKS = [
  { href: "/docs", title: "Guides" },
  { href: "/docs/reference", title: "Reference" },
];

/** The frame of all documentation, with links home, to the guides and to the reference. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-6 py-4">
          <Link href="/" className="flex">
            <Wordmark />
          </Link>
          <nav aria-label="Documentation" className="flex gap-5 text-sm text-muted sm:ml-auto">
            {LINKS.map(({ href, title }) => (
              <Link key={href} href={href} className="transition-colors hover:text-ink">
                {title}
              </Link>
            ))}
            <a href="/openapi.json" className="transition-colors hover:text-ink">
              OpenAPI
            </a>
          </nav>
        </div>
      </header>
      {children}
    </div>
  );
}

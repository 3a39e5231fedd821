import Link from "next/link";
import type { ReactNode } from "react";

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
          <Link href="/" className="flex items-center gap-3 font-semibold tracking-tight">
            <span aria-hidden="true" className="flex items-end gap-1">
              <span className="h-2 w-1 rounded-full bg-accent/35" />
              <span className="h-3 w-1 rounded-full bg-accent/65" />
              <span className="h-4.5 w-1 rounded-full bg-accent" />
            </span>
            Messaging Gateway
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

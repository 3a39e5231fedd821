import Link from "next/link";
import { Mark } from "@/components/shell/mark";
import { ThemeSwitch } from "@/components/shell/theme-switch";

const LINKS = [
  { href: "/docs", title: "Documentation" },
  { href: "/docs/reference", title: "API reference" },
  { href: "/docs/errors", title: "Errors" },
  { href: "/docs/changelog", title: "Changelog" },
  { href: "/status", title: "Status" },
  { href: "/sign-in", title: "Sign in" },
] as const;

/** Draws the footer of public pages. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-1 px-5 py-4 text-sm text-muted sm:px-6">
        <Mark size={20} />
        <nav aria-label="Site" className="flex flex-wrap gap-x-6">
          {LINKS.map(({ href, title }) => (
            <Link
              key={href}
              href={href}
              prefetch={false}
              className="inline-flex min-h-11 min-w-11 items-center hover:text-ink"
            >
              {title}
            </Link>
          ))}
          <a href="/openapi.json" className="inline-flex min-h-11 min-w-11 items-center hover:text-ink">
            OpenAPI
          </a>
        </nav>
        <div className="w-36 py-1 sm:hidden">
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

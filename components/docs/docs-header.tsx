import Link from "next/link";
import { DocsSearch } from "@/components/docs/docs-search";
import { Wordmark } from "@/components/shell/mark";
import { ThemeSwitch } from "@/components/shell/theme-switch";

const LINK =
  "inline-flex min-h-11 min-w-11 shrink-0 items-center text-sm text-muted transition-colors hover:text-ink lg:min-h-9";

/**
 * Draws the header of public pages.
 * @param isSignedIn true if the reader is signed in and so has a dashboard.
 */
export function DocsHeader({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 sm:gap-x-5 sm:px-6">
        <Link href="/" className="flex min-h-11 items-center">
          <Wordmark />
        </Link>
        <nav
          aria-label="Documentation"
          className="flex gap-5 max-sm:order-last max-sm:w-full max-sm:px-1 sm:ml-3"
        >
          <Link href="/docs" className={LINK}>
            Guides
          </Link>
          <Link href="/docs/reference" className={LINK}>
            Reference
          </Link>
          <Link href="/docs/errors" className={LINK}>
            Errors
          </Link>
          <Link href="/status" className={LINK}>
            Status
          </Link>
        </nav>
        <div className="ml-auto flex items-center gap-2 sm:gap-3">
          <DocsSearch />
          <div className="hidden w-28 sm:block">
            <ThemeSwitch />
          </div>
          <Link
            href={isSignedIn ? "/overview" : "/sign-in"}
            className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm font-medium whitespace-nowrap hover:border-accent lg:min-h-9"
          >
            {isSignedIn ? "Dashboard" : "Sign in"}
          </Link>
        </div>
      </div>
    </header>
  );
}

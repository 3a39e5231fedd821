import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

/** Draws a link from a thing's page back to its list. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="finger mb-2 inline-flex items-center gap-1 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
    >
      <ChevronLeft aria-hidden="true" size={16} />
      {children}
    </Link>
  );
}

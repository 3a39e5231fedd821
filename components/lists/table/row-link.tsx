import type { ReactNode } from "react";
import { NearLink } from "@/components/ui/near-link";

/** Draws the link of a row. On a phone it covers the row. On wider windows a click in the row follows it. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <NearLink
      data-row-link=""
      href={href}
      className="font-medium text-accent underline-offset-4 hover:underline max-sm:after:absolute max-sm:after:inset-0"
    >
      {children}
    </NearLink>
  );
}

"use client";

import { usePathname } from "next/navigation";
import { ADMIN_PLACES } from "@/app/admin/_components/admin-places";
import { NearLink } from "@/components/ui/near-link";

/** The navigation of Administration. Its first page shows the same places, each with its purpose. */
export function Places() {
  const pathname = usePathname();
  if (pathname === "/admin") return null;
  return (
    <nav aria-label="Administration" className="mb-6 border-b border-line pb-3">
      <ul className="-mx-3 flex flex-wrap gap-1">
        {ADMIN_PLACES.map(({ href, title }) => {
          const isHere = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href}>
              <NearLink
                href={href}
                aria-current={isHere ? "page" : undefined}
                className={`block rounded-lg px-3 py-1.5 text-sm ${isHere ? "bg-accent/12 font-medium text-accent" : "text-muted hover:bg-panel hover:text-ink"}`}
              >
                {title}
              </NearLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

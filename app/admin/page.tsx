import type { Metadata } from "next";
import { ADMIN_PLACES } from "@/components/shell/admin-places";
import { NearLink } from "@/components/ui/near-link";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Administration" };

/** Draws the list of Administration's pages. */
export default function AdministrationPage() {
  return (
    <>
      <PageHeader title="Administration">
        Your actions here are recorded in each account’s activity.
      </PageHeader>
      <ul className="grid gap-4 sm:grid-cols-2">
        {ADMIN_PLACES.map(({ href, title, what }) => (
          <li key={href} className="relative rounded-2xl border border-line bg-panel p-5 hover:border-accent">
            <NearLink href={href} className="font-medium text-accent after:absolute after:inset-0">
              {title}
            </NearLink>
            <p className="mt-1 text-sm text-muted">{what}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

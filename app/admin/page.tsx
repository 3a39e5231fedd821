import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Administration" };

const PLACES = [
  {
    href: "/admin/domains",
    title: "Held domains",
    what: "Domains that accounts ask for, and that messages are held for: approve or reject.",
  },
  {
    href: "/admin/accounts",
    title: "Accounts",
    what: "Open an account, adjust its balance, its prices and what it may do, or disable it.",
  },
  {
    href: "/admin/shortcodes",
    title: "Shortcodes",
    what: "The numbers that messages go out from, and who may use them.",
  },
  { href: "/admin/rates", title: "Rates", what: "Prices per part, by country." },
  {
    href: "/admin/inbound",
    title: "Unrouted messages",
    what: "Messages from mobile users that belong to no account.",
  },
  {
    href: "/admin/health",
    title: "System health",
    what: "How much waits and since when, the webhooks' backlog, and the carrier.",
  },
];

/** What there is to administrate. */
export default function AdministrationPage() {
  return (
    <>
      <PageHeader title="Administration">
        What you do here is written down in the activity of the account that it concerns.
      </PageHeader>
      <ul className="grid gap-4 sm:grid-cols-2">
        {PLACES.map(({ href, title, what }) => (
          <li key={href} className="relative rounded-2xl border border-line bg-panel p-5 hover:border-accent">
            <Link href={href} className="font-medium text-accent after:absolute after:inset-0">
              {title}
            </Link>
            <p className="mt-1 text-sm text-muted">{what}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";

export const metadata: Metadata = { title: "Integrations" };

const COMING = [
  ["CRM workflows", "Messages from the workflows of HubSpot, Zoho and the like."],
  ["Automation", "A step in Zapier, Make or n8n that sends a message."],
  ["Storefronts", "Order paid, order on its way: Shopify and WooCommerce tell us, we tell the customer."],
  ["Mail add-in", "A button in Outlook that sends a text to the people in an e-mail."],
  ["E-mail to SMS", "An e-mail to a number’s address arrives as a text."],
] as const;

/** What will connect the account to other programs. None of it is there yet, and the page says so. */
export default function IntegrationsPage() {
  return (
    <>
      <PageHeader title="Integrations">
        These are on their way and cannot be switched on yet. Until then every program that can make an HTTP
        request can send: see{" "}
        <Link href="/docs" className="text-accent underline underline-offset-4">
          the documentation
        </Link>
        .
      </PageHeader>
      <Panel>
        <ul className="divide-y divide-line">
          {COMING.map(([name, what]) => (
            <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
              <div>
                <h2 className="font-medium">{name}</h2>
                <p className="text-sm text-muted">{what}</p>
              </div>
              <span className="text-sm text-muted">Coming</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

import type { Metadata } from "next";
import { Integrations } from "@/app/(members)/integrations/_components/integrations";

export const metadata: Metadata = { title: "Integrations" };

/** The connections of the account to other programs. */
export default function IntegrationsPage() {
  return <Integrations />;
}

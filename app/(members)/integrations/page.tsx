import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { Integrations } from "@/app/(members)/integrations/_components/integrations";
import { INTEGRATIONS_ENDPOINTS } from "@/app/api/members/integrations/endpoints";
import { listIntegrations } from "@/lib/contracts/members/integrations";

export const metadata: Metadata = { title: "Integrations" };

/** Draws the page of integrations. */
export default function IntegrationsPage() {
  return (
    <FirstReads reads={[firstRead(INTEGRATIONS_ENDPOINTS, listIntegrations, {})]}>
      <Integrations />
    </FirstReads>
  );
}

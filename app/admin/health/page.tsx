import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { Health } from "@/app/admin/health/_components/health";
import { HEALTH_ENDPOINTS } from "@/app/api/admin/health/endpoints";
import { readHealth } from "@/lib/contracts/admin/health";

export const metadata: Metadata = { title: "System health" };

/** Draws the page of the service's health. */
export default function HealthPage() {
  return (
    <FirstReads reads={[firstRead(HEALTH_ENDPOINTS, readHealth, {})]}>
      <Health />
    </FirstReads>
  );
}

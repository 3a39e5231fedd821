import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { Networks } from "@/app/admin/networks/_components/networks";
import { NETWORKS_ENDPOINTS } from "@/app/api/admin/networks/endpoints";
import { listErrorRules } from "@/lib/contracts/admin/error-rules";
import { readMargin } from "@/lib/contracts/admin/margin";
import { listNetworkEvents } from "@/lib/contracts/admin/network-events";
import { listRoutes } from "@/lib/contracts/admin/network-routes";
import { listNetworks } from "@/lib/contracts/admin/networks";
import { listUnmatchedReports } from "@/lib/contracts/admin/unmatched-reports";

export const metadata: Metadata = { title: "Networks" };

/** Draws the page of mobile networks and routes. */
export default function NetworksPage() {
  const reads = [
    firstRead(NETWORKS_ENDPOINTS, listNetworks, {}),
    firstRead(NETWORKS_ENDPOINTS, listRoutes, {}),
    firstRead(NETWORKS_ENDPOINTS, listErrorRules, {}),
    firstRead(NETWORKS_ENDPOINTS, listNetworkEvents, {}),
    firstRead(NETWORKS_ENDPOINTS, readMargin, {}),
    firstRead(NETWORKS_ENDPOINTS, listUnmatchedReports, {}),
  ];
  return (
    <FirstReads reads={reads}>
      <Networks />
    </FirstReads>
  );
}

import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { Networks } from "@/app/admin/networks/_components/networks";
import { GET as listErrorRulesHandler } from "@/app/api/admin/networks/errors/route";
import { GET as listEventsHandler } from "@/app/api/admin/networks/events/route";
import { GET as readMarginHandler } from "@/app/api/admin/networks/margin/route";
import { GET as listReportsHandler } from "@/app/api/admin/networks/reports/route";
import { GET as listNetworksHandler } from "@/app/api/admin/networks/route";
import { GET as listRoutesHandler } from "@/app/api/admin/networks/routes/route";
import { listErrorRules } from "@/lib/contracts/admin/error-rules";
import { readMargin } from "@/lib/contracts/admin/margin";
import { listNetworkEvents } from "@/lib/contracts/admin/network-events";
import { listRoutes } from "@/lib/contracts/admin/network-routes";
import { listNetworks } from "@/lib/contracts/admin/networks";
import { listUnmatchedReports } from "@/lib/contracts/admin/unmatched-reports";

export const metadata: Metadata = { title: "Networks" };

/** The ways into mobile networks, and which messages go where. */
export default function NetworksPage() {
  const reads = [
    firstRead(listNetworks, {}, listNetworksHandler),
    firstRead(listRoutes, {}, listRoutesHandler),
    firstRead(listErrorRules, {}, listErrorRulesHandler),
    firstRead(listNetworkEvents, {}, listEventsHandler),
    firstRead(readMargin, {}, readMarginHandler),
    firstRead(listUnmatchedReports, {}, listReportsHandler),
  ];
  return (
    <FirstReads reads={reads}>
      <Networks />
    </FirstReads>
  );
}

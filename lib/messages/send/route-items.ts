import { loadRoutes } from "@/lib/carriers/route-table";
import { type RoutedRequest, routerOf } from "@/lib/carriers/routes";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { findPorted } from "@/lib/numbers/find-ported";
import { currentNetwork, type Networks } from "@/lib/numbers/network";

/**
 * The choice of carriers for a request (rules: routes): gives a recipient's carrier. Numbers that were ported are
 * looked up where a route goes by networks.
 * @throws GatewayError `no_route`, from the function that is returned.
 */
export async function routeItems(
  db: Database,
  request: RoutedRequest,
  { msisdns, networks }: { msisdns: readonly string[]; networks: Networks },
  now: Date,
): Promise<(msisdn: string) => number> {
  const router = routerOf(await loadRoutes(db, now), request);
  const ported = router.needsNetwork ? await findPorted(db, msisdns) : new Map<string, string>();
  return (msisdn) => {
    const network = router.needsNetwork
      ? (currentNetwork(networks, msisdn, ported.get(msisdn))?.networkCode ?? null)
      : null;
    const choice = router.choose({ msisdn, network, tried: [], draw: Math.random() });
    if ("refusal" in choice) throw new GatewayError("no_route", choice.refusal);
    return choice.carrierId;
  };
}

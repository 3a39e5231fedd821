import { loadRoutes } from "@/lib/carriers/route-table";
import { type RoutedMessage, type RoutedRequest, routerOf } from "@/lib/carriers/routes";
import type { Database } from "@/lib/db/client";
import { NoRoute } from "@/lib/messages/send/routing/by-newest";
import { findPorted } from "@/lib/numbers/find-ported";
import { currentNetwork, type Networks } from "@/lib/numbers/network";

/** The choice of carriers by routes of one version. */
export type ItemRouter = {
  routesVersion: number;
  /**
   * Returns a recipient's carrier, by the message's time and text. Without them, the time is now and the text is
   * empty.
   */
  carrierOf: (msisdn: string, message?: Partial<Pick<RoutedMessage, "at" | "text">>) => number;
};

/**
 * Returns the choice of carriers for a request (rules: routes). Ported numbers are looked up if a route depends on
 * networks.
 * @param recipients the numbers, with a version of routes that is known to be old, if there is one.
 * @throws NoRoute from the returned function.
 */
export async function routeItems(
  db: Database,
  request: RoutedRequest,
  recipients: { msisdns: readonly string[]; networks: Networks; outdated: number | null },
  now: Date,
): Promise<ItemRouter> {
  const { msisdns, networks, outdated } = recipients;
  const known = loadRoutes(db, now);
  if ((await known).version === outdated) loadRoutes.forget(db, known);
  const routes = await loadRoutes(db, now);
  const router = routerOf(routes, request);
  const ported = router.needsNetwork ? await findPorted(db, msisdns) : new Map<string, string>();
  const carrierOf: ItemRouter["carrierOf"] = (msisdn, { at = now, text = "" } = {}) => {
    const network = router.needsNetwork
      ? (currentNetwork(networks, msisdn, ported.get(msisdn))?.networkCode ?? null)
      : null;
    const choice = router.choose({ msisdn, network, at, text, tried: [], draw: Math.random(), mayAsk: true });
    if ("refusal" in choice) throw new NoRoute(choice.refusal, routes.version);
    return choice.carrierId;
  };
  return { routesVersion: routes.version, carrierOf };
}

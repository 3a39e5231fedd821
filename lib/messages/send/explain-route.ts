import { loadRoutes } from "@/lib/carriers/route-table";
import { type RoutedRequest, routerOf } from "@/lib/carriers/routes";
import { carrierNames } from "@/lib/carriers/setup/route-rows";
import type { Database } from "@/lib/db/client";
import { findPorted } from "@/lib/numbers/find-ported";
import { currentNetwork, loadNetworks } from "@/lib/numbers/network";

/** A message, to see which way it would go. */
export type RouteQuestion = RoutedRequest & { msisdn: string };

/** Which way it would go: the route's place from 1 and the carrier, or why there is none. */
export type RouteAnswer = {
  network: string | null;
  route: number | null;
  carrier: string | null;
  why: string;
};

/** Which carrier a message would go to now, and by which route (rules: routes). Shares by weight are drawn anew each time. */
export async function explainRoute(
  db: Database,
  { msisdn, ...request }: RouteQuestion,
  now: Date,
): Promise<RouteAnswer> {
  const [table, names, networks, ported] = await Promise.all([
    loadRoutes(db, now),
    carrierNames(db),
    loadNetworks(db, now),
    findPorted(db, [msisdn]),
  ]);
  const network = currentNetwork(networks, msisdn, ported.get(msisdn))?.networkCode ?? null;
  const recipient = { msisdn, network, tried: [], draw: Math.random() };
  const choose = (routes: typeof table.routes) => routerOf({ ...table, routes }, request).choose(recipient);
  const none = choose([]);
  const decides = table.routes.findIndex((route) => {
    const choice = choose([route]);
    return "carrierId" in choice || ("refusal" in none && choice.refusal !== none.refusal);
  });
  const route = decides < 0 ? null : decides + 1;
  const choice = choose(table.routes);
  if ("refusal" in choice) return { network, route, carrier: null, why: choice.refusal };
  const carrier = names.get(choice.carrierId) ?? String(choice.carrierId);
  return { network, route, carrier, why: `Route ${route} is the first that matches.` };
}

import { newestRoutes } from "@/lib/carriers/route-table";
import { type RoutedRequest, routerOf } from "@/lib/carriers/routes";
import { carrierNames } from "@/lib/carriers/setup/route-rows";
import type { Database } from "@/lib/db/client";
import { explainTargets } from "@/lib/messages/networks/targets/explain-targets";
import { unratedWarning } from "@/lib/messages/networks/targets/unrated-senders";
import { findPorted } from "@/lib/numbers/find-ported";
import { currentNetwork, loadNetworks } from "@/lib/numbers/network";

/** A message whose route is to be explained. */
export type RouteQuestion = RoutedRequest & { msisdn: string; text?: string | undefined };

/**
 * The explanation of a message's way. `route` is the number of its route from 1, and `why` the reason of the choice
 * or of its absence. `targets` has the reason for each carrier of the route. `warning` is an objection to the chosen
 * carrier, or null.
 */
export type RouteAnswer = {
  network: string | null;
  route: number | null;
  carrier: string | null;
  why: string;
  targets: { carrier: string; why: string }[];
  warning: string | null;
};

/**
 * Explains the carrier and the route of a message now (rules: routes). Shares by weight are drawn again each time.
 */
export async function explainRoute(
  db: Database,
  { msisdn, text = "", ...request }: RouteQuestion,
  now: Date,
): Promise<RouteAnswer> {
  const [table, names, networks, ported] = await Promise.all([
    newestRoutes(db, now),
    carrierNames(db),
    loadNetworks(db, now),
    findPorted(db, [msisdn]),
  ]);
  const network = currentNetwork(networks, msisdn, ported.get(msisdn))?.networkCode ?? null;
  const recipient = { msisdn, network, at: now, text, tried: [], draw: Math.random() };
  const choose = (routes: typeof table.routes) => routerOf({ ...table, routes }, request).choose(recipient);
  const none = choose([]);
  const decides = table.routes.findIndex((route) => {
    const choice = choose([route]);
    return "carrierId" in choice || ("refusal" in none && choice.refusal !== none.refusal);
  });
  const place = decides < 0 ? null : decides + 1;
  const choice = choose(table.routes);
  const chosen = "carrierId" in choice ? choice.carrierId : null;
  const nameOf = (id: number) => names.get(id) ?? String(id);
  const { carriers } = table;
  const route = table.routes[decides] ?? { targets: [], byCost: false };
  const { targets, isWaiting } = explainTargets(route, { chosen, carriers, sender: request.sender });
  const explained = targets.map(({ carrierId, why }) => ({ carrier: nameOf(carrierId), why }));
  const waits = isWaiting ? " All of its carriers that allow the sender are down, so the message waits." : "";
  return {
    network,
    route: place,
    carrier: chosen === null ? null : nameOf(chosen),
    why: "refusal" in choice ? choice.refusal : `Route ${place} is the first that matches.${waits}`,
    targets: explained,
    warning:
      chosen === null || request.messageClass !== "marketing"
        ? null
        : unratedWarning(table, { carrierId: chosen, name: nameOf(chosen), sender: request.sender }),
  };
}

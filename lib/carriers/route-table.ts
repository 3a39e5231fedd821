import { type SenderAddress, SIMULATOR_ID } from "@/lib/carriers/carrier";
import { inOrder, type RoutedCarrier, type RouteTable } from "@/lib/carriers/routes";
import { addressOf } from "@/lib/carriers/sender-addresses";
import { cachedTable } from "@/lib/db/cached-table";

/**
 * The routes and what is known of their carriers, as of some seconds ago. Rules, carriers and senders are few:
 * an installation has as many as it has contracts.
 */
export const loadRoutes = cachedTable<RouteTable>(async (db) => {
  const [routes, carriers] = await Promise.all([
    db.prisma.route.findMany({ include: { targets: { orderBy: { carrierId: "asc" } } } }),
    db.prisma.carrier.findMany({ include: { senders: true } }),
  ]);
  const known = carriers.map(({ id, enabled, settings, downSince, senders }): [number, RoutedCarrier] => [
    id,
    {
      isUsable: enabled && !isDraining(settings),
      isUp: downSince === null,
      senders: new Set(senders.map(({ sender }) => sender)),
      addresses: new Map(
        senders.flatMap((row): [string, SenderAddress][] => {
          const address = addressOf(row);
          return address ? [[row.sender, address]] : [];
        }),
      ),
    },
  ]);
  const simulator: [number, RoutedCarrier] = [SIMULATOR_ID, { isUsable: true, isUp: true, senders: null }];
  return { routes: inOrder(routes), carriers: new Map([simulator, ...known]) };
});

/** Whether a carrier is to get no new messages; each kind has this setting by the same name. */
function isDraining(settings: unknown): boolean {
  return (
    typeof settings === "object" &&
    settings !== null &&
    "isDraining" in settings &&
    settings.isDraining === true
  );
}

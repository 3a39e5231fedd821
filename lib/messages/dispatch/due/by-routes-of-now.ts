import { loadRoutes } from "@/lib/carriers/route-table";
import { routerOf } from "@/lib/carriers/routes";
import type { Database } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { moveDueStatement } from "@/lib/messages/dispatch/due/move-due.sql";
import { currentNetwork, loadNetworks } from "@/lib/numbers/network";
import type { LeasedMessage } from "@/lib/queue/leased";

/**
 * Moves leased messages to other carriers if their routes lead elsewhere at this hour (rules: route hours). It
 * changes nothing unless a route has hours. It skips messages that a carrier was already given. A message that has no
 * route or carrier now stays with the one that was chosen at acceptance.
 * @returns the messages that stay.
 */
export async function byRoutesOfNow<Message extends LeasedMessage>(
  db: Database,
  carrierId: number,
  leased: readonly Message[],
  now: Date,
): Promise<readonly Message[]> {
  const table = await loadRoutes(db, now);
  if (leased.length === 0 || !table.routes.some(({ hours }) => hours)) return leased;
  const networks = await loadNetworks(db, now);
  const moves = leased.flatMap((message) => {
    const { msisdn, body: text, network: portedTo, attempts, unknownSince, tried } = message;
    if (attempts > 1 || unknownSince !== null || tried.length > 0) return [];
    const router = routerOf(table, message);
    const network = currentNetwork(networks, msisdn, portedTo ?? undefined)?.networkCode ?? null;
    const routed = { msisdn, at: now, text, network };
    const route = router.routeOf(routed);
    if (!route || route.targets.some((target) => target.carrierId === carrierId)) return [];
    const choice = router.choose({ ...routed, tried: [], draw: Math.random() });
    return "carrierId" in choice ? [{ message, carrierId: choice.carrierId }] : [];
  });
  if (moves.length === 0) return leased;
  await queryInTransaction(db, moveDueStatement(moves, now));
  db.wake("dispatch");
  const moved = new Set<LeasedMessage>(moves.map(({ message }) => message));
  return leased.filter((message) => !moved.has(message));
}

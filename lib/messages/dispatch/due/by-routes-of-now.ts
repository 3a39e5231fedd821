import { loadRoutes } from "@/lib/carriers/route-table";
import { routerOf } from "@/lib/carriers/routes";
import type { Database } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { moveDueStatement } from "@/lib/messages/dispatch/due/move-due.sql";
import { currentNetwork, loadNetworks } from "@/lib/numbers/network";
import type { LeasedMessage } from "@/lib/queue/leased";

/**
 * Gives those of leased messages to other carriers whose routes lead elsewhere at this hour (rules: route hours). It changes
 * nothing unless a route has hours, and for what a carrier was given before. A message without a route or a carrier by now
 * stays with the one that was chosen as it was accepted.
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

import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import type { Route, RouteTable } from "@/lib/carriers/routes";

/**
 * Returns the senders that may send marketing by a carrier and are not marked as zero-rated there
 * (rules: zero-rated senders). Returns none before any sender of any carrier is marked: the marks are then unused.
 */
export function unratedSenders({ routes, carriers }: RouteTable, carrierId: number): string[] {
  const { senders, zeroRated } = carriers.get(carrierId) ?? {};
  if (!senders || !isAnyMarked(carriers)) return [];
  return [...senders].filter(
    (sender) => !zeroRated?.has(sender) && bringsMarketing(routes, sender, carrierId),
  );
}

/**
 * Returns the reason that marketing should not go that way; null without a reason, by the rules of `unratedSenders`.
 */
export function unratedWarning(
  { carriers }: Pick<RouteTable, "carriers">,
  { carrierId, name, sender }: { carrierId: number; name: string; sender: string },
): string | null {
  if (carrierId === SIMULATOR_ID || carriers.get(carrierId)?.zeroRated?.has(sender)) return null;
  if (!isAnyMarked(carriers)) return null;
  return `Marketing: ${sender} is not marked as zero-rated at ${name}.`;
}

function isAnyMarked(carriers: RouteTable["carriers"]): boolean {
  return [...carriers.values()].some(({ zeroRated }) => (zeroRated?.size ?? 0) > 0);
}

/**
 * Returns whether a route sends some marketing from the sender to the carrier. The first route that a message matches
 * decides alone.
 */
function bringsMarketing(routes: readonly Route[], sender: string, carrierId: number): boolean {
  for (const route of routes) {
    if (route.messageClass === "transactional" || (route.sender ?? sender) !== sender) continue;
    if (route.targets.some((target) => target.carrierId === carrierId)) return true;
    const { accountId, prefix, network, sendType, hours, text } = route;
    const isForSome = accountId !== null || prefix !== null || network !== null || sendType !== null;
    if (!isForSome && !hours && !text) return false;
  }
  return false;
}

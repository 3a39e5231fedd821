import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import type { Route, RouteTable } from "@/lib/carriers/routes";

/**
 * The senders from which marketing could go out by a carrier that are not marked as zero-rated there
 * (rules: zero-rated senders). None before any sender of any carrier is marked: then nobody has said which ones are.
 */
export function unratedSenders({ routes, carriers }: RouteTable, carrierId: number): string[] {
  const { senders, zeroRated } = carriers.get(carrierId) ?? {};
  if (!senders || !isAnyMarked(carriers)) return [];
  return [...senders].filter(
    (sender) => !zeroRated?.has(sender) && bringsMarketing(routes, sender, carrierId),
  );
}

/** Why a message of marketing should not go that way; null where nothing is to be said, as by `unratedSenders`. */
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

/** Whether a route leads there that some marketing from the sender comes to: the first that it matches decides alone. */
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

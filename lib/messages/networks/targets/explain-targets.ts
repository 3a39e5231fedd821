import { firstTier, type Route, type RoutedCarrier, type RouteTarget } from "@/lib/carriers/routes";

/** A carrier of a route, and the reason that a message goes there or not, in a sentence. */
export type ExplainedTarget = { carrierId: number; why: string };

/** The chosen carrier, or null; the state of each carrier; and the message's sender. */
export type TargetFacts = {
  chosen: number | null;
  carriers: ReadonlyMap<number, RoutedCarrier>;
  sender: string;
};

/**
 * Returns the reason for each carrier of the chosen route that a message goes there or not (rules: routes).
 * `isWaiting` is set if all possible carriers are down, so that the message waits.
 */
export function explainTargets(
  { targets, byCost }: Pick<Route, "targets" | "byCost">,
  { chosen, carriers, sender }: TargetFacts,
): { targets: ExplainedTarget[]; isWaiting: boolean } {
  const isUp = (carrierId: number) => carriers.get(carrierId)?.isUp === true;
  const usable = targets.filter(({ carrierId }) => barrier(carriers.get(carrierId), sender) === null);
  const inTier = firstTier(usable, isUp);
  const isWaiting = usable.length > 0 && !usable.some(({ carrierId }) => isUp(carrierId));
  const total = inTier.reduce((sum, { weight }) => sum + weight, 0);
  const reasonOf = (target: RouteTarget): string => {
    const { carrierId, tier, weight } = target;
    const barred = barrier(carriers.get(carrierId), sender);
    if (barred !== null) return barred;
    if (!isWaiting && !isUp(carrierId)) return "Down.";
    const [first] = inTier;
    if (!inTier.includes(target)) return `In tier ${tier}, which comes after tier ${first?.tier}.`;
    const isChosen = carrierId === chosen;
    const down = isUp(carrierId) ? "" : " It is down.";
    if (inTier.length === 1) return `Chosen: no other carrier comes before it.${down}`;
    if (byCost)
      return isChosen ? `Chosen as the cheapest of tier ${tier}.${down}` : `Not the cheapest.${down}`;
    const share = `its weight is ${weight} of ${total}`;
    return isChosen ? `Chosen: ${share}.${down}` : `Not this time: ${share}.${down}`;
  };
  return {
    targets: targets.map((target) => ({ carrierId: target.carrierId, why: reasonOf(target) })),
    isWaiting,
  };
}

/** Returns the reason that a carrier takes no message from the sender, or null. */
function barrier(carrier: RoutedCarrier | undefined, sender: string): string | null {
  if (carrier?.isDraining) return "Draining: it accepts no new messages.";
  if (!carrier?.isUsable) return "Disabled.";
  if (carrier.senders?.has(sender) ?? true) return null;
  return `It does not allow the sender '${sender.slice(0, 40)}'.`;
}

import type { Standing, UnknownTerms } from "@/lib/carriers/carrier";
import { blockedRange, type RangeTable } from "@/lib/carriers/routing/blocked-ranges";
import { type RouteHours, type RouteText, textFolder } from "@/lib/carriers/routing/route-terms";
import type { AddressFor } from "@/lib/carriers/sender-addresses";

/** A carrier of a route. A higher tier is used if no carrier of the lower tiers is up. */
export type RouteTarget = { carrierId: number; tier: number; weight: number; costMicros: bigint | null };

/**
 * A rule. It applies to the messages that match every field that is not null. `prefix` matches the beginning
 * of the number.
 */
export type Route = {
  id: number;
  position: number;
  accountId: number | null;
  sender: string | null;
  prefix: string | null;
  network: string | null;
  sendType: "sms" | "otp" | "appointment" | null;
  messageClass: "transactional" | "marketing" | null;
  /** The hours in which the route is open; null for always. */
  hours?: RouteHours | null;
  /** The texts that the route applies to; null for any text. */
  text?: RouteText | null;
  /** True if the cheapest target of a tier is used. Otherwise the targets share messages by weight. */
  byCost: boolean;
  targets: readonly RouteTarget[];
};

/** The facts about a carrier that routes need. `senders` is null if the carrier accepts all senders. */
export type RoutedCarrier = {
  /** Unset for the simulator. */
  name?: string;
  isUsable: boolean;
  /** True if the carrier is unusable because it is drained. */
  isDraining?: boolean;
  isUp: boolean;
  /** The judgement on it, if it is connected and does not take messages as it should. */
  standing?: Standing | null;
  /** The number of new messages that may still ask it by these routes, if it is down. */
  asks?: { left: number };
  /** The handling of messages with an unknown outcome. */
  ifUnknown?: UnknownTerms;
  senders: ReadonlySet<string> | null;
  /** The addresses that replace senders at this carrier. */
  addresses?: ReadonlyMap<string, AddressFor>;
  /** The senders that are marked as free to answer (rules: zero-rated senders). */
  zeroRated?: ReadonlySet<string>;
};

/** The routes in order of precedence, the carriers by their numbers, and the blocked ranges of numbers. */
export type RouteTable = {
  routes: readonly Route[];
  carriers: ReadonlyMap<number, RoutedCarrier>;
  blocked: RangeTable;
};

/** The values that messages of one request share. */
export type RoutedRequest = {
  accountId: number;
  sender: string;
  sendType: NonNullable<Route["sendType"]>;
  messageClass: NonNullable<Route["messageClass"]>;
};

/** The time when a recipient's message goes out, and its text with a masked code: routes depend on both. */
export type RoutedMessage = { msisdn: string; network: string | null; at: Date; text: string };

/**
 * A recipient's message, the carriers that will not accept it, and a random number from 0 to 1. `mayAsk` is
 * true if the message may probe a carrier that is down.
 */
export type RoutedRecipient = RoutedMessage & {
  tried: readonly number[];
  draw: number;
  mayAsk?: boolean;
};

/** The carrier for a message, or a sentence with the reason why there is none. */
export type Choice = { carrierId: number } | { refusal: string };

/**
 * Chooses carriers for the messages of one request. `needsNetwork` is true if the choice depends on the
 * recipients' networks.
 */
export type Router = {
  needsNetwork: boolean;
  choose(recipient: RoutedRecipient): Choice;
  /** Returns the route for a message; undefined if no route matches. */
  routeOf(message: RoutedMessage): Route | undefined;
};

/** Orders routes by position, and the longest prefix first within one. */
export function inOrder(routes: readonly Route[]): Route[] {
  const length = ({ prefix }: Route) => prefix?.length ?? 0;
  return [...routes].sort((a, b) => a.position - b.position || length(b) - length(a) || a.id - b.id);
}

/** Returns whether a carrier accepts new messages of a type. */
export function takes(carrier: RoutedCarrier | undefined, sendType: RoutedRequest["sendType"]): boolean {
  return carrier?.isUp === true && !(carrier.standing === "no codes" && sendType === "otp");
}

/** Returns whether a carrier is connected but accepts no messages. */
export function isJudgedDown({ standing }: RoutedCarrier): boolean {
  return standing === "failing" || standing === "asks";
}

/**
 * Returns the router of a request (rules: routes, blocked destinations, networks that do not answer). Only
 * the first route that matches is used. Carriers that may not use the sender are ignored. Carriers that are up
 * come first, then the lowest tier, and within it the cheapest carrier, or one by weight.
 */
export function routerOf({ routes, carriers, blocked }: RouteTable, request: RoutedRequest): Router {
  const { sender, sendType } = request;
  const candidates = routes.filter((route) => isForRequest(route, request));
  const fold = textFolder();
  const routeOf = (message: RoutedMessage) => candidates.find((each) => isForMessage(each, message, fold));
  return {
    routeOf,
    needsNetwork: candidates.some(({ network }) => network !== null),
    choose: ({ tried, draw, mayAsk = false, ...message }) => {
      const { msisdn } = message;
      const beginning = blockedRange(msisdn, blocked);
      if (beginning !== null)
        return { refusal: `This gateway sends nothing to numbers that begin with +${beginning}.` };
      const route = routeOf(message);
      if (!route) return { refusal: "No route leads to this number." };
      const usable = route.targets.filter(({ carrierId }) => {
        const carrier = carriers.get(carrierId);
        return carrier?.isUsable && (carrier.senders?.has(sender) ?? true) && !tried.includes(carrierId);
      });
      const chosen = (isUp: (carrier: RoutedCarrier | undefined) => boolean) =>
        chooseTarget(usable, route.byCost, draw, (id) => isUp(carriers.get(id)));
      const isUp = (carrier: RoutedCarrier | undefined) => takes(carrier, sendType);
      const asking =
        mayAsk && sendType !== "otp" && chosen((carrier) => isUp(carrier) || mayBeAsked(carrier));
      const asked = asking ? carriers.get(asking.carrierId) : undefined;
      if (asking && asked?.asks && mayBeAsked(asked)) {
        asked.asks.left--;
        return { carrierId: asking.carrierId };
      }
      const target = chosen(isUp);
      if (!target)
        return { refusal: `No carrier of the route takes messages from '${sender.slice(0, 40)}'.` };
      return { carrierId: target.carrierId };
    },
  };
}

function mayBeAsked(carrier: RoutedCarrier | undefined): boolean {
  return carrier?.isUp === false && (carrier.asks?.left ?? 0) > 0;
}

function isForRequest(route: Route, { accountId, sender, sendType, messageClass }: RoutedRequest): boolean {
  return (
    (route.accountId === null || route.accountId === accountId) &&
    (route.sender === null || route.sender === sender) &&
    (route.sendType === null || route.sendType === sendType) &&
    (route.messageClass === null || route.messageClass === messageClass)
  );
}

function isForMessage(
  { prefix, network: wanted, hours, text: wording }: Route,
  { msisdn, network, at, text }: RoutedMessage,
  fold: (text: string) => string,
): boolean {
  return (
    (prefix === null || msisdn.startsWith(prefix)) &&
    (wanted === null || wanted === network) &&
    (!hours || hours(at)) &&
    (!wording || wording(fold(text)))
  );
}

/**
 * Returns a function for the cost of a part at a carrier, in micro-dollars (rules: carrier costs). The first
 * route that matches the message and leads to the carrier determines the cost. Null if that route states
 * none.
 */
export function partCostOf(
  routes: readonly Route[],
  carrierId: number,
): (message: RoutedRequest & RoutedMessage) => bigint | null {
  const leading = routes.flatMap((route) => {
    const target = route.targets.find((one) => one.carrierId === carrierId);
    return target ? [{ route, costMicros: target.costMicros }] : [];
  });
  if (leading.every(({ costMicros }) => costMicros === null)) return () => null;
  const fold = textFolder();
  return (message) => {
    const found = leading.find(
      ({ route }) => isForRequest(route, message) && isForMessage(route, message, fold),
    );
    return found?.costMicros ?? null;
  };
}

function chooseTarget(
  targets: readonly RouteTarget[],
  byCost: boolean,
  draw: number,
  isUp: (carrierId: number) => boolean,
): RouteTarget | undefined {
  const inTier = firstTier(targets, isUp);
  return byCost ? cheapest(inTier) : byWeight(inTier, draw);
}

/** Returns the targets to choose from: the lowest tier of those that are up, or of all if none is up. */
export function firstTier(
  targets: readonly RouteTarget[],
  isUp: (carrierId: number) => boolean,
): RouteTarget[] {
  const up = targets.filter(({ carrierId }) => isUp(carrierId));
  const pool = up.length > 0 ? up : targets;
  const tier = Math.min(...pool.map((target) => target.tier));
  return pool.filter((target) => target.tier === tier);
}

/** Returns the cheapest target. A target without a cost comes last. */
function cheapest(targets: readonly RouteTarget[]): RouteTarget | undefined {
  let found: RouteTarget | undefined;
  for (const target of targets) {
    const isCheaper = (target.costMicros ?? null) !== null && (found?.costMicros ?? null) !== null;
    if (!found || (isCheaper && (target.costMicros as bigint) < (found.costMicros as bigint))) found = target;
    else if (found.costMicros === null && target.costMicros !== null) found = target;
  }
  return found;
}

function byWeight(targets: readonly RouteTarget[], draw: number): RouteTarget | undefined {
  let left = draw * targets.reduce((sum, { weight }) => sum + weight, 0);
  for (const target of targets) {
    left -= target.weight;
    if (left < 0) return target;
  }
  return targets.at(-1);
}

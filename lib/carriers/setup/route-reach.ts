import { type RangeTable, rangeOfAll } from "@/lib/carriers/routing/blocked-ranges";
import type { WrittenRoute } from "@/lib/carriers/setup/route-file";
import { canBegin } from "@/lib/sms/numbers/msisdn";

/** The facts about an installation that decide which messages can match a route. */
export type RouteFacts = {
  /** The possible beginnings of a network's numbers, by its code. */
  networks: ReadonlyMap<string, readonly string[]>;
  /** The owners of senders: the only accounts that may send from them. */
  owners: ReadonlyMap<string, number>;
  blocked: RangeTable;
};

/** The kinds of messages. A template is always transactional (rules: one-time codes, reminders). */
const KINDS = [
  { sendType: "sms", messageClass: "transactional" },
  { sendType: "sms", messageClass: "marketing" },
  { sendType: "otp", messageClass: "transactional" },
  { sendType: "appointment", messageClass: "transactional" },
] as const;

type Kind = (typeof KINDS)[number];

const NAMES = { sms: "messages", otp: "one-time codes", appointment: "reminders" } as const;

/** The messages that a route applies to, including the limits that its fields imply. */
type Reach = {
  account: number | undefined;
  sender: string | undefined;
  network: string | undefined;
  kinds: readonly Kind[];
  /** The possible beginnings of the numbers; "" means any number. */
  beginnings: readonly string[];
  /** Its hours and words, as one text; undefined for a route without them. */
  terms: string | undefined;
};

function reachOf(route: WrittenRoute, { networks, owners }: RouteFacts): Reach {
  const { account, sender, prefix = "", network, sendType, messageClass } = route;
  const ofNetwork = (network === undefined ? undefined : networks.get(network)) ?? [""];
  return {
    account: account ?? (sender === undefined ? undefined : owners.get(sender)),
    sender,
    network,
    terms: isForSome(route)
      ? JSON.stringify([route.hours, route.zone, route.words, route.begins])
      : undefined,
    kinds: KINDS.filter(
      (kind) =>
        (sendType ?? kind.sendType) === kind.sendType &&
        (messageClass ?? kind.messageClass) === kind.messageClass,
    ),
    beginnings: ofNetwork.flatMap((beginning) => {
      if (prefix.startsWith(beginning)) return [prefix];
      return beginning.startsWith(prefix) ? [beginning] : [];
    }),
  };
}

/**
 * Returns the reason why a route can match no message, as the middle of a sentence
 * (rules: routes that match nothing). Two of its fields exclude each other, or its numbers are blocked. Null
 * if the route can match messages.
 */
export function impossibilityOf(route: WrittenRoute, facts: RouteFacts): string | null {
  const { account, sender, prefix, network, sendType = "sms" } = route;
  const { kinds, beginnings } = reachOf(route, facts);
  if (kinds.length === 0) return `${NAMES[sendType]} are always transactional`;
  const owner = sender === undefined ? undefined : facts.owners.get(sender);
  if (account !== undefined && owner !== undefined && owner !== account)
    return `${sender} is a sender of account ${owner} alone`;
  if (prefix !== undefined && !canBegin(prefix)) return `no mobile number begins with ${prefix}`;
  if (beginnings.length === 0) return `no number of network ${network} begins with ${prefix}`;
  const shut = beginnings.map((each) => rangeOfAll(each, facts.blocked));
  if (!shut.includes(null)) return `numbers that begin with ${[...new Set(shut)].join(" or ")} are blocked`;
  return null;
}

/**
 * Returns the indexes of earlier routes that together match all messages of the last
 * (rules: routes that match nothing). Null if the last can match some.
 */
export function hiddenBehind(routes: readonly WrittenRoute[], facts: RouteFacts): number[] | null {
  const last = routes.at(-1);
  if (last === undefined) return null;
  const reach = reachOf(last, facts);
  const earlier = routes.slice(0, -1).map((route) => reachOf(route, facts));
  const alone = earlier.findIndex((one) =>
    reach.kinds.every((kind) =>
      reach.beginnings.every((beginning) => takes(one, { ...reach, kind, beginning })),
    ),
  );
  if (alone >= 0) return [alone];
  const places = reach.kinds.flatMap((kind) =>
    reach.beginnings.map((beginning) =>
      earlier.findIndex((one) => takes(one, { ...reach, kind, beginning })),
    ),
  );
  return places.includes(-1) ? null : [...new Set(places)].sort((a, b) => a - b);
}

type Part = Pick<Reach, "account" | "sender" | "network" | "terms"> & { kind: Kind; beginning: string };

/** Returns whether a route has hours or words, and so leaves messages of its kind to later routes. */
export function isForSome({ hours, words, begins }: WrittenRoute): boolean {
  return hours !== undefined || words !== undefined || begins !== undefined;
}

/** Returns whether a route matches all messages of a part of another route's reach. */
function takes(one: Reach, { account, sender, network, terms, kind, beginning }: Part): boolean {
  return (
    (one.terms === undefined || one.terms === terms) &&
    (one.account === undefined || one.account === account) &&
    (one.sender === undefined || one.sender === sender) &&
    (one.network === undefined || one.network === network) &&
    one.kinds.includes(kind) &&
    one.beginnings.some((shorter) => beginning.startsWith(shorter))
  );
}

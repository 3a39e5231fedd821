import { priceOf, type Rates } from "@/lib/billing/price";
import { type RangeTable, rangeOfAll } from "@/lib/carriers/routing/blocked-ranges";
import { costMicros, type WrittenRoute } from "@/lib/carriers/setup/route-file";
import { isForSome } from "@/lib/carriers/setup/route-reach";
import { formatMoney, toDecimal } from "@/lib/money";
import { callingCodesOf } from "@/lib/sms/numbers/msisdn";

/** A target that charges more than its route's messages are billed at. `route` is the route's number, from 1. */
export type LossWarning = { route: number; warning: string };

/**
 * The rates that messages are billed at, and the facts that routes refer to. Rates are in micro-dollars for each
 * part, without GST.
 */
export type BillingFacts = {
  rates: Rates;
  /** The accounts' own rates, for accounts that routes name; null for an account without one. */
  ownRates: ReadonlyMap<number, bigint | null>;
  /** The lowest own rate of any account; null if no account has one. */
  lowestRate: bigint | null;
  /** The owners of senders that only one account may use. */
  owners: ReadonlyMap<string, number>;
  /** The prefixes of a network's numbers, by its code. */
  networks: ReadonlyMap<string, readonly string[]>;
  blocked: RangeTable;
};

/** The most warnings: a list with more is wrong as a whole. */
const MAX_WARNINGS = 100;

const KINDS = ["standard", "template"] as const;

type Kind = (typeof KINDS)[number];

/** A range of messages that a route takes, and the price of a part. */
type BilledRange = { code: string; kind: Kind; priceMicros: bigint };

/**
 * Returns the targets of routes that charge more for a part than its price (rules: loss warnings). Messages that an
 * earlier route takes are excluded.
 */
export function lossWarnings(routes: readonly WrittenRoute[], facts: BillingFacts): LossWarning[] {
  const taken: Record<Kind, Set<string>> = { standard: new Set(), template: new Set() };
  const warnings: LossWarning[] = [];
  for (const [index, route] of routes.entries()) {
    const hasCost = route.targets.some(({ cost }) => cost !== undefined);
    const billed = hasCost ? billedBy(route, facts, taken) : [];
    for (const { carrier, cost } of route.targets) {
      const charge = costMicros(cost);
      const losing = charge === null ? [] : billed.filter(({ priceMicros }) => priceMicros < charge);
      if (losing.length === 0 || charge === null) continue;
      warnings.push({ route: index + 1, warning: sentence(carrier, charge, losing) });
      if (warnings.length === MAX_WARNINGS) return warnings;
    }
    const { account, sender, network, prefix = "" } = route;
    if (account === undefined && sender === undefined && network === undefined && !isForSome(route))
      for (const kind of kindsOf(route)) taken[kind].add(prefix);
  }
  return warnings;
}

/** Returns the kinds of prices of a route's messages: a template is never marketing. */
function kindsOf({ sendType, messageClass }: WrittenRoute): readonly Kind[] {
  if (sendType === "sms" || messageClass === "marketing") return ["standard"];
  return sendType === undefined ? KINDS : ["template"];
}

function billedBy(
  route: WrittenRoute,
  { rates, ownRates, lowestRate, owners, networks, blocked }: BillingFacts,
  taken: Readonly<Record<Kind, ReadonlySet<string>>>,
): BilledRange[] {
  const { sender, prefix = "", network } = route;
  const account = route.account ?? (sender === undefined ? undefined : owners.get(sender));
  const ofNetwork = (network === undefined ? undefined : networks.get(network)) ?? [""];
  const beginnings = ofNetwork.flatMap((beginning) => {
    if (prefix.startsWith(beginning)) return [prefix];
    return beginning.startsWith(prefix) ? [beginning] : [];
  });
  const ownRate = account === undefined ? null : (ownRates.get(account) ?? null);
  const payers = [ownRate, ...(account === undefined && lowestRate !== null ? [lowestRate] : [])];
  const found = beginnings.flatMap((beginning) =>
    callingCodesOf(beginning).flatMap((code) => {
      const range = beginning.length > code.length ? beginning : code;
      if (rangeOfAll(range, blocked) !== null) return [];
      return kindsOf(route)
        .filter((kind) => !isTaken(range, taken[kind]))
        .flatMap((kind) =>
          payers.map((standardRateMicros) => {
            const payer = { hasGst: false, standardRateMicros };
            const { netMicros } = priceOf(rates, payer, { msisdn: code, parts: 1, kind });
            return { code, kind, priceMicros: netMicros };
          }),
        );
    }),
  );
  return found;
}

/** Returns whether an earlier route takes all numbers with this prefix. */
function isTaken(range: string, taken: ReadonlySet<string>): boolean {
  for (let length = 0; length <= range.length; length++) if (taken.has(range.slice(0, length))) return true;
  return false;
}

function sentence(carrier: string, charge: bigint, losing: readonly BilledRange[]): string {
  const lowest = losing.reduce((least, one) => (one.priceMicros < least.priceMicros ? one : least));
  const others = new Set(losing.map(({ code }) => code)).size - 1;
  const what = lowest.kind === "template" ? "one-time codes and reminders" : "messages";
  const more =
    others === 0 ? "" : ` The same applies to ${others} more calling code${others === 1 ? "" : "s"}.`;
  return `${carrier} charges ${dollars(charge)} a part, but ${what} to +${lowest.code} are billed at ${dollars(lowest.priceMicros)}.${more}`;
}

function dollars(micros: bigint): string {
  return formatMoney(toDecimal(micros));
}

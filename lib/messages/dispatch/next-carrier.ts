import type { SenderAddress } from "@/lib/carriers/carrier";
import { loadRoutes, newestRoutes } from "@/lib/carriers/route-table";
import { partCostOf, routerOf } from "@/lib/carriers/routes";
import type { Recipient } from "@/lib/carriers/sender-addresses";
import type { Database } from "@/lib/db/client";
import { currentNetwork, loadNetworks, type Networks } from "@/lib/numbers/network";
import type { LeasedMessage } from "@/lib/queue/leased";

/** The terms of a carrier: the next carrier after it, its form of a sender, and its charges. */
export type Handing = {
  next: (message: ReroutedMessage) => number | null;
  /** Returns `next` for the time at which the carrier has refused these messages. */
  nextNow: (messages: readonly ReroutedMessage[], now: Date) => Promise<Handing["next"]>;
  addressOf: (sender: string, recipient: Recipient) => SenderAddress | undefined;
  /** Returns the cost of a message's part there, in micro-dollars; null if no route states it. */
  costOf: (message: ReroutedMessage) => bigint | null;
};

/** Returns the routes' and senders' terms for a carrier that is handed messages (rules: routes, sender addresses). */
export async function handingTo(db: Database, carrierId: number, now: Date): Promise<Handing> {
  const [next, { routes, carriers }, networks] = await Promise.all([
    nextCarrier(db, carrierId, now),
    loadRoutes(db, now),
    loadNetworks(db, now),
  ]);
  const addresses = carriers.get(carrierId)?.addresses;
  const partCost = partCostOf(routes, carrierId);
  return {
    next,
    nextNow: (messages, at) => nextByNewest(db, carrierId, messages, at),
    addressOf: (sender, recipient) => addresses?.get(sender)?.(recipient),
    costOf: (message) =>
      partCost({ ...message, at: now, text: message.body, network: networkCode(networks, message) }),
  };
}

/** The facts by which a carrier is chosen again after acceptance. */
export type ReroutedMessage = Pick<
  LeasedMessage,
  "accountId" | "sender" | "msisdn" | "sendType" | "messageClass" | "network" | "tried" | "body"
>;

/**
 * Returns the choice of another carrier than `carrierId` for messages that it will not or cannot accept
 * (rules: routes).
 * @returns a function that returns the other carrier's number; null if no other may have the message.
 */
export async function nextCarrier(db: Database, carrierId: number, now: Date): Promise<Handing["next"]> {
  const [table, networks] = await Promise.all([loadRoutes(db, now), loadNetworks(db, now)]);
  return (message) => {
    const { msisdn, network, body: text } = message;
    const choice = routerOf(table, message).choose({
      msisdn,
      at: now,
      text,
      tried: [...message.tried, carrierId],
      draw: Math.random(),
      network: networkCode(networks, { msisdn, network }),
    });
    return "carrierId" in choice ? choice.carrierId : null;
  };
}

/**
 * Returns the choice for these messages, by the newest routes if one of them has no other carrier (rules: routes).
 */
async function nextByNewest(
  db: Database,
  carrierId: number,
  messages: readonly ReroutedMessage[],
  now: Date,
): Promise<Handing["next"]> {
  const next = await nextCarrier(db, carrierId, now);
  if (messages.every((message) => next(message) !== null)) return next;
  await newestRoutes(db, now);
  return nextCarrier(db, carrierId, now);
}

/** Returns the current network of a number. `network` is the one that it was ported to. */
function networkCode(
  networks: Networks,
  { msisdn, network }: Pick<ReroutedMessage, "msisdn" | "network">,
): string | null {
  return currentNetwork(networks, msisdn, network ?? undefined)?.networkCode ?? null;
}

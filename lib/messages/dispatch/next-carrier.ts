import type { SenderAddress } from "@/lib/carriers/carrier";
import { loadRoutes, newestRoutes } from "@/lib/carriers/route-table";
import { partCostOf, routerOf } from "@/lib/carriers/routes";
import type { Recipient } from "@/lib/carriers/sender-addresses";
import type { Database } from "@/lib/db/client";
import { currentNetwork, loadNetworks, type Networks } from "@/lib/numbers/network";
import type { LeasedMessage } from "@/lib/queue/leased";

/** How messages are handed to a carrier: which has its turn after it, how it wants a sender written, and what it charges. */
export type Handing = {
  next: (message: Rerouted) => number | null;
  /** The same as it is when the carrier has said that it will not take these messages. */
  nextNow: (messages: readonly Rerouted[], now: Date) => Promise<Handing["next"]>;
  addressOf: (sender: string, recipient: Recipient) => SenderAddress | undefined;
  /** What a part of a message costs there, in micro-dollars; null where no route says it. */
  costOf: (message: Rerouted) => bigint | null;
};

/** What routes and senders say of a carrier that is handed messages (rules: routes, sender addresses). */
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

/** What a carrier is chosen by once more, after acceptance. */
export type Rerouted = Pick<
  LeasedMessage,
  "accountId" | "sender" | "msisdn" | "sendType" | "messageClass" | "network" | "tried" | "body"
>;

/**
 * The choice of another carrier than `carrierId` for messages that it will not or cannot take (rules: routes).
 * @returns a function that gives the other carrier's number; null where no other may have the message.
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

/** The choice for these messages, by the newest routes where one of them has no other carrier (rules: routes). */
async function nextByNewest(
  db: Database,
  carrierId: number,
  messages: readonly Rerouted[],
  now: Date,
): Promise<Handing["next"]> {
  const next = await nextCarrier(db, carrierId, now);
  if (messages.every((message) => next(message) !== null)) return next;
  await newestRoutes(db, now);
  return nextCarrier(db, carrierId, now);
}

/** The network that has a number now; `network` is the one that it was ported to. */
function networkCode(
  networks: Networks,
  { msisdn, network }: Pick<Rerouted, "msisdn" | "network">,
): string | null {
  return currentNetwork(networks, msisdn, network ?? undefined)?.networkCode ?? null;
}

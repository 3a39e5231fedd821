import type { InboundEvent } from "@/lib/contracts/inbound-event";

/** A stored message from a mobile user, with what it answers. */
export type InboundFacts = {
  id: string;
  msisdn: string;
  shortcode: string;
  body: string;
  network: string | null;
  receivedAt: Date;
  relatedMessageId: string | null;
  customerMessageId: string | null;
};

/** What stands for the network of a number that belongs to none that is known (rules: inbound event). */
const UNKNOWN_NETWORK = "Unknown";

/**
 * The bytes that a webhook receives for a message (rules: inbound event): written once, signed and sent as they are
 * every time.
 */
export function eventBody(inbound: InboundFacts): string {
  const { id, network, relatedMessageId, customerMessageId } = inbound;
  const event: InboundEvent = {
    type: "SMS",
    messageId: id,
    gatewayMessageId: id,
    from: inbound.msisdn,
    to: inbound.shortcode,
    body: inbound.body,
    timestamp: Math.floor(inbound.receivedAt.getTime() / 1000),
    encoding: "text/plain",
    network: network ?? UNKNOWN_NETWORK,
    ...(relatedMessageId === null ? {} : { replyTo: relatedMessageId, replyToGatewayId: relatedMessageId }),
    ...(customerMessageId === null ? {} : { replyToCustomerMessageId: customerMessageId }),
  };
  return JSON.stringify(event);
}

import type { InboundEvent } from "@/lib/contracts/inbound-event";

/** A stored message from a mobile user, and the message that it answers. */
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

/** The network's name for a number of unknown network (rules: inbound event). */
const UNKNOWN_NETWORK = "Unknown";

/**
 * Returns the body of a message's event (rules: inbound event). It is built once, and every attempt signs and sends
 * the same bytes.
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

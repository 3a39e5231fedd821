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

/** The bytes that a webhook receives for a message (spec 6): written once, signed and sent as they are every time. */
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
    ...(network === null ? {} : { network }),
    ...(relatedMessageId === null ? {} : { replyTo: relatedMessageId, replyToGatewayId: relatedMessageId }),
    ...(customerMessageId === null ? {} : { replyToCustomerMessageId: customerMessageId }),
  };
  return JSON.stringify(event);
}

import type { StorefrontTopic } from "@/lib/contracts/integrations/storefront-topics";
import { type Fields, isFields } from "@/lib/integrations/read-body";
import { orderText } from "@/lib/integrations/storefront/order-text";
import { valuesOf } from "@/lib/integrations/storefront/order-values";
import { notPlaced } from "@/lib/integrations/storefront/placed";
import { recipientOf } from "@/lib/integrations/storefront/recipient";

/** The shop of an order, with the account's settings. */
export type OrderShop = { name: string; country: string; template: string };

/** Returns the order of an event: the body, or the order inside it, as in WooCommerce's former API. */
export function orderOf(event: Fields): Fields {
  return isFields(event.order) ? event.order : event;
}

/**
 * Reads the text and the recipient of an order's event (rules: storefront).
 * @param shop has the account's country, in which numbers without an address are read.
 * @returns the reason for sending nothing if the order does not count, has no mobile, or leaves the text empty.
 */
export function readOrder(
  topic: StorefrontTopic,
  order: Fields,
  { name, country, template }: OrderShop,
): { to: string; message: string } | { skipped: string } {
  const reason = notPlaced(order, topic);
  if (reason !== null) return { skipped: reason };
  const recipient = recipientOf(order, country);
  if (recipient === null) return { skipped: "The order has no mobile number." };
  const { msisdn, firstName } = recipient;
  const message = orderText(template, { ...valuesOf(order, name), first_name: firstName });
  return message === "" ? { skipped: `The text for ${topic} is empty.` } : { to: msisdn, message };
}

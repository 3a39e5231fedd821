import type { StorefrontTopic } from "@/lib/contracts/integrations/storefront-topics";
import { type Fields, isFields } from "@/lib/integrations/read-body";
import { orderText } from "@/lib/integrations/storefront/order-text";
import { valuesOf } from "@/lib/integrations/storefront/order-values";
import { notPlaced } from "@/lib/integrations/storefront/placed";
import { recipientOf } from "@/lib/integrations/storefront/recipient";

/** The shop whose order it is, as far as its account tells. */
export type OrderShop = { name: string; country: string; template: string };

/** The order of an event: its body, or the one within, as WooCommerce's former API has it. */
export function orderOf(event: Fields): Fields {
  return isFields(event.order) ? event.order : event;
}

/**
 * Reads the text of an order's event and the number it goes to (rules: storefront).
 * @param shop its country is that of the account, in which numbers without an address are read.
 * @returns why nothing is sent, if the order counts as none, has no mobile, or leaves the text empty.
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

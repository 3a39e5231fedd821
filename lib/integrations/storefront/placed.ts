import type { StorefrontTopic } from "@/lib/contracts/integrations/storefront-topics";
import type { Fields } from "@/lib/integrations/read-body";
import { firstText } from "@/lib/integrations/storefront/fields";

/** States of an order that its customer has not placed, or that is in the bin. */
const NOT_PLACED: ReadonlySet<string> = new Set(["checkout-draft", "auto-draft", "draft", "trash"]);

/** States of an order that failed. Its customer gets neither thanks nor news of a payment. */
const ENDED: ReadonlySet<string> = new Set(["cancelled", "canceled", "failed", "refunded"]);

/** States of a parcel that is not on its way. */
const NOT_SENT: ReadonlySet<string> = new Set(["cancelled", "canceled", "error", "failure"]);

/** Topics that report any change of an order, including its end. */
const OF_ANY_STATE: ReadonlySet<StorefrontTopic> = new Set(["orders/cancelled", "order.updated"]);

/** Topics that are sent as soon as an order exists. */
const OF_NEW_ORDERS: ReadonlySet<StorefrontTopic> = new Set([
  "orders/create",
  "orders/paid",
  "order.created",
]);

/**
 * Returns the reason why an event's order does not count (rules: placed orders), for the account; null if it counts.
 * An order with a pending payment counts.
 */
export function notPlaced(order: Fields, topic: StorefrontTopic): string | null {
  const status = statusOf(order.status);
  if (NOT_PLACED.has(status)) return `The order is not placed: its status is ${status}.`;
  if (order.test === true) return "The order is a test of the shop.";
  if (OF_ANY_STATE.has(topic)) return null;
  if (firstText(order.cancelled_at) !== undefined) return "The order is cancelled.";
  const payment = statusOf(order.financial_status);
  if (payment === "voided") return "The order's payment is voided.";
  if (topic === "fulfillments/create")
    return NOT_SENT.has(status) ? `The parcel is not on its way: its status is ${status}.` : null;
  if (ENDED.has(status)) return `The order's status is ${status}.`;
  return OF_NEW_ORDERS.has(topic) && payment === "refunded" ? "The order's payment is refunded." : null;
}

/** Returns whether a parcel of an order has been sent. */
export function isSent(parcel: Fields): boolean {
  return !NOT_SENT.has(statusOf(parcel.status));
}

/** Returns a status without `wc-`, the prefix that WooCommerce's database and some plug-ins write. */
function statusOf(value: unknown): string {
  return (firstText(value) ?? "").toLowerCase().slice(0, 40).replace(/^wc-/, "");
}

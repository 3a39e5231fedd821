import type { Placeholder } from "@/lib/contracts/integrations/storefront-topics";
import type { Fields } from "@/lib/integrations/read-body";
import { entriesOf, firstText, short, within } from "@/lib/integrations/storefront/fields";
import { isSent } from "@/lib/integrations/storefront/placed";
import { trackingLink } from "@/lib/integrations/storefront/tracking-link";

/** The longest order number and total in a text. */
const MAX_NUMBER = 40;

/** Returns the values of an order that a template may name (rules: storefront texts), without the recipient's name. */
export function valuesOf(order: Fields, shop: string): Partial<Record<Placeholder, string>> {
  const values: Partial<Record<Placeholder, string | undefined>> = {
    order_number: short(orderNumber(order), MAX_NUMBER),
    shop,
    total: short(total(order), MAX_NUMBER),
    tracking_url: trackingUrl(order),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/**
 * Returns the number by which the customer knows an order, the same for all events (rules: storefront texts). Shopify
 * names a parcel after its order, `#1001.1` or `#1001-F1`, and sends no other number but IDs. The order's name
 * therefore counts for parcels too.
 */
function orderNumber(order: Fields): string | undefined {
  const number = firstText(order.order_number, order.number);
  const isParcel = number === undefined && (order.order_id ?? null) !== null;
  const name = firstText(order.name)?.replace(/^[#\uff03]\s*/, "");
  const ownName = isParcel ? name?.replace(/(?:\.|-F)\d+$/, "") : name;
  // The name in another shop's body may be a person's.
  if (ownName !== undefined && (number === undefined ? /\d/.test(ownName) : ownName.includes(number)))
    return ownName;
  return (number ?? (isParcel ? undefined : firstText(order.id)))?.replace(/^[#\uff03]\s*/, "");
}

/** Returns the amount that the customer paid. The customer's currency may differ from the shop's. */
function total(order: Fields): string | undefined {
  const shown = within(within(order, "total_price_set"), "presentment_money");
  const pairs = [
    [shown.amount, shown.currency_code],
    [order.total_price, order.currency],
    [order.total, order.currency],
  ];
  for (const [value, currency] of pairs) {
    const amount = firstText(value);
    if (amount !== undefined) return withCurrency(amount, firstText(currency)?.toUpperCase());
  }
  return undefined;
}

/**
 * Returns an amount with the decimals of its currency. An amount with more decimals, or another notation, stays
 * unchanged.
 */
function withCurrency(amount: string, currency: string | undefined): string {
  if (currency === undefined) return amount;
  const [, whole, decimals = ""] = /^(\d{1,20})(?:\.(\d{1,10}))?$/.exec(amount) ?? [];
  const places = decimalsOf(currency);
  const kept = decimals.replace(/0+$/, "");
  if (whole === undefined || places === undefined || kept.length > places) return `${amount} ${currency}`;
  return `${whole}${places === 0 ? "" : `.${kept.padEnd(places, "0")}`} ${currency}`;
}

function decimalsOf(currency: string): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}

/**
 * Returns the link of the newest parcel with a link: the event's, one of Shopify's parcels, or one of a WooCommerce
 * plug-in.
 */
function trackingUrl(order: Fields): string | undefined {
  const parcels = entriesOf(order.fulfillments).filter(isSent).reverse();
  const links = [order, ...parcels].flatMap(({ tracking_url, tracking_urls }) => [
    tracking_url,
    tracking_urls,
  ]);
  const added = entriesOf(order.meta_data)
    .filter(({ key }) => typeof key === "string" && /track|shipment/i.test(key))
    .map(({ value }) => value)
    .reverse();
  for (const value of [...links, ...added]) {
    const link = trackingLink(value);
    if (link !== undefined) return link;
  }
  return undefined;
}

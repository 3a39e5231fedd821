import type { Placeholder } from "@/lib/contracts/integrations/storefront-topics";
import { type Fields, isFields } from "@/lib/integrations/read-body";
import { mobileIn } from "@/lib/sms/numbers/msisdn";

/** A field of a field; an empty object where there is none. */
function within(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** The first of some values that says something, as a text. */
function firstText(...values: unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
  }
  return undefined;
}

/** Where an order of Shopify or of WooCommerce, or a parcel of Shopify, has somebody's name, number and country. */
function addresses(order: Fields): Fields[] {
  const customer = within(order, "customer");
  return [
    // A parcel has a destination in place of an address for shipping.
    ...["shipping_address", "shipping", "destination"].map((name) => within(order, name)),
    ...["billing_address", "billing"].map((name) => within(order, name)),
    { ...within(customer, "default_address"), ...dropEmpty(customer) },
    within(customer, "default_address"),
    order,
  ];
}

function dropEmpty(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => firstText(value) !== undefined));
}

/**
 * The first number of an order that can receive a text (rules: storefront numbers): of its shipping address,
 * its billing address, its customer, or itself. Each is read as the country of its address writes numbers. A
 * number without an address, such as the order's own, is read in the country of the first address.
 * @param country of the account, where no address has one.
 * @returns null where there is none.
 */
export function numberOf(order: Fields, country: string): string | null {
  const places = addresses(order);
  const usual = places.map(countryOf).find((found) => found !== undefined) ?? country;
  for (const address of places) {
    const phone = firstText(address.phone);
    const msisdn = phone === undefined ? null : mobileIn(phone, countryOf(address) ?? usual);
    if (msisdn !== null) return msisdn;
  }
  return null;
}

/** Shopify has a country's code beside its name, WooCommerce the code alone. */
function countryOf(address: Fields): string | undefined {
  return firstText(address.country_code, address.country);
}

/** What a template may name, as far as an order tells it. */
export function valuesOf(order: Fields, shop: string): Partial<Record<Placeholder, string>> {
  const values: Partial<Record<Placeholder, string | undefined>> = {
    order_number: orderNumber(order),
    first_name: firstText(...addresses(order).map((address) => address.first_name)),
    shop,
    total: total(order),
    tracking_url: trackingUrl(order),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A parcel is called after its order: `#1001.1`. */
function orderNumber(order: Fields): string | undefined {
  const name = firstText(order.name)
    ?.replace(/^#/, "")
    .replace(/\.\d+$/, "");
  return firstText(order.order_number, order.number, name, order.order_id, order.id);
}

function total(order: Fields): string | undefined {
  const amount = firstText(order.total_price, order.total);
  const currency = firstText(order.currency);
  return amount && currency ? `${amount} ${currency}` : amount;
}

function trackingUrl(order: Fields): string | undefined {
  const parcels = Array.isArray(order.fulfillments) ? order.fulfillments.filter(isFields) : [];
  const urls = [order, ...parcels.reverse()].flatMap((parcel) => [
    parcel.tracking_url,
    ...(Array.isArray(parcel.tracking_urls) ? parcel.tracking_urls : []),
  ]);
  return firstText(...urls);
}

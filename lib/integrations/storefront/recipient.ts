import type { Fields } from "@/lib/integrations/read-body";
import { countryCode } from "@/lib/integrations/storefront/country";
import { firstText, within } from "@/lib/integrations/storefront/fields";
import { personName } from "@/lib/integrations/storefront/person-name";
import { mobileIn } from "@/lib/sms/numbers/msisdn";

/** A person whom an order names: a number and a name that belong together. */
type Place = { phone: string | undefined; country: string | undefined; firstName: string | undefined };

/** The phone that a text about an order goes to. */
export type Recipient = { msisdn: string; firstName: string | undefined };

/** Returns the people of an order, in the order in which their numbers are preferred (rules: storefront numbers). */
function placesOf(order: Fields): Place[] {
  const customer = within(order, "customer");
  const usualAddress = within(customer, "default_address");
  const addresses = ["shipping_address", "shipping", "destination", "billing_address", "billing"];
  const customerAddresses = ["shipping_address", "billing_address"].map((name) => within(customer, name));
  return [
    ...addresses.map((name) => placeOf(within(order, name))),
    { ...placeOf(customer), country: countryOf(customer) ?? countryOf(usualAddress) },
    ...[usualAddress, ...customerAddresses].map(placeOf),
    // The name of an order is its number. Its phone is the customer's.
    { ...placeOf(order), firstName: personName({ ...order, name: null }) ?? personName(customer) },
  ];
}

function placeOf(fields: Fields): Place {
  return { phone: firstText(fields.phone), country: countryOf(fields), firstName: personName(fields) };
}

/** Shopify has a country's code beside its name, WooCommerce the code alone. */
function countryOf(fields: Fields): string | undefined {
  const written = firstText(fields.country_code, fields.country);
  return written === undefined ? undefined : countryCode(written);
}

/**
 * Returns the first number of an order that can receive a text (rules: storefront numbers), with the name of its owner: the
 * one beside it, or beside the same number elsewhere in the order. Each number is read as the country of its address writes
 * numbers. A number without an address, such as the order's own, is read in the country of the first address.
 * @param country of the account, if no address has one.
 * @returns null if the order has no such number.
 */
export function recipientOf(order: Fields, country: string): Recipient | null {
  const places = placesOf(order);
  const usual = places.map((place) => place.country).find((found) => found !== undefined) ?? country;
  const numbers = places.map(({ phone, country }) => mobileOf(phone, country ?? usual));
  const msisdn = numbers.find((number) => number !== null);
  if (msisdn === undefined || msisdn === null) return null;
  const owners = places.filter((_, index) => numbers[index] === msisdn);
  return { msisdn, firstName: owners.map(({ firstName }) => firstName).find((name) => name !== undefined) };
}

/** Most characters of a phone field that are read. */
const MAX_PHONE = 100;

/** Returns the first mobile of a field, which people fill with two numbers, or with a word before or behind one. */
function mobileOf(phone: string | undefined, country: string): string | null {
  if (phone === undefined) return null;
  const written = phone.slice(0, MAX_PHONE);
  const pieces = written.split(/[/,;|&]|\s(?:or|and)\s/i).map(withoutWords);
  for (const candidate of [written, ...pieces]) {
    const msisdn = mobileIn(candidate, country);
    if (msisdn !== null) return msisdn;
  }
  return null;
}

/** Drops a label before a number, as in `Mob: 021 ...`, and a note in parentheses behind it. */
function withoutWords(piece: string): string {
  return piece.replace(/^[\p{L}\s.:]{1,20}(?=[+(\d])/u, "").replace(/\([\p{L}\s]{1,40}\)\s*$/u, "");
}

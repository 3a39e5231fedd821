import type { Fields } from "@/lib/integrations/read-body";
import { countryCode } from "@/lib/integrations/storefront/country";
import { firstText, within } from "@/lib/integrations/storefront/fields";
import { personName } from "@/lib/integrations/storefront/person-name";
import { mobileIn } from "@/lib/sms/numbers/msisdn";

/** A number and a name that belong to one person of an order. */
type Place = { phone: string | undefined; country: string | undefined; firstName: string | undefined };

/** The recipient of a text about an order. */
export type Recipient = { msisdn: string; firstName: string | undefined };

/** Returns the people of an order, in order of preference for their numbers (rules: storefront numbers). */
function placesOf(order: Fields): Place[] {
  const customer = within(order, "customer");
  const usualAddress = within(customer, "default_address");
  const addresses = ["shipping_address", "shipping", "destination", "billing_address", "billing"];
  const customerAddresses = ["shipping_address", "billing_address"].map((name) => within(customer, name));
  return [
    ...addresses.map((name) => placeOf(within(order, name))),
    { ...placeOf(customer), country: countryOf(customer) ?? countryOf(usualAddress) },
    ...[usualAddress, ...customerAddresses].map(placeOf),
    // An order's name is its number. An order's phone is the customer's.
    { ...placeOf(order), firstName: personName({ ...order, name: null }) ?? personName(customer) },
  ];
}

function placeOf(fields: Fields): Place {
  return { phone: firstText(fields.phone), country: countryOf(fields), firstName: personName(fields) };
}

/** Returns the country of an address. Shopify sends the code beside the name, WooCommerce only the code. */
function countryOf(fields: Fields): string | undefined {
  const written = firstText(fields.country_code, fields.country);
  return written === undefined ? undefined : countryCode(written);
}

/**
 * Returns the first number of an order that can receive a text (rules: storefront numbers), with its owner's name. The
 * name is beside that number, or beside the same number elsewhere in the order. Each number is read in the notation of
 * its address's country. A number without an address is read in the country of the first address.
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

/** The most characters that are read from a phone field. */
const MAX_PHONE = 100;

/** Returns the first mobile of a field. People enter two numbers, or words around one. */
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

/** Drops a label before a number, as in `Mob: 021 ...`, and a note in parentheses after it. */
function withoutWords(piece: string): string {
  return piece.replace(/^[\p{L}\s.:]{1,20}(?=[+(\d])/u, "").replace(/\([\p{L}\s]{1,40}\)\s*$/u, "");
}

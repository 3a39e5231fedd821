import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import metadata from "libphonenumber-js/max/metadata";
import { Temporal } from "temporal-polyfill";
import { callingCode } from "@/lib/sms/numbers/msisdn";
import { formatNz, NZ_ZONE } from "@/lib/sms/nz-time";

/**
 * Where a country has several zones, the one that most of its people live in: a mobile number does not say where in the
 * country its phone is (rules: recipient time).
 */
const PRINCIPAL_ZONES: Readonly<Record<string, string>> = {
  NZ: NZ_ZONE,
  AU: "Australia/Sydney",
  US: "America/New_York",
  CA: "America/Toronto",
  BR: "America/Sao_Paulo",
  MX: "America/Mexico_City",
  AR: "America/Argentina/Buenos_Aires",
  CL: "America/Santiago",
  EC: "America/Guayaquil",
  GL: "America/Nuuk",
  RU: "Europe/Moscow",
  UA: "Europe/Kyiv",
  ES: "Europe/Madrid",
  PT: "Europe/Lisbon",
  DE: "Europe/Berlin",
  CY: "Asia/Nicosia",
  CN: "Asia/Shanghai",
  ID: "Asia/Jakarta",
  KZ: "Asia/Almaty",
  MN: "Asia/Ulaanbaatar",
  MY: "Asia/Kuala_Lumpur",
  UZ: "Asia/Tashkent",
  PS: "Asia/Hebron",
  CD: "Africa/Kinshasa",
  FM: "Pacific/Pohnpei",
  KI: "Pacific/Tarawa",
  MH: "Pacific/Majuro",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  // Unknown to ICU by these letters.
  AC: "Atlantic/St_Helena",
  TA: "Atlantic/St_Helena",
  XK: "Europe/Belgrade",
};

/** Node has the older name of the property; the standard has a method since. */
type ZonedLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** The zone that a country's people live by; New Zealand's for a country that is not known. */
export function zoneOfCountry(country: string): string {
  const principal = PRINCIPAL_ZONES[country];
  if (principal !== undefined) return principal;
  const locale = new Intl.Locale(`und-${country}`) as ZonedLocale;
  const [zone] = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  return zone ?? NZ_ZONE;
}

/** An instant as one country's clock has it, and which country that is; null for a number of none. */
export type LocalTime = { country: string | null; at: Date };

/**
 * When the clocks of recipients show what New Zealand's shows at an instant (rules: recipient time). A time that a clock
 * skips is as much later; of one that it shows twice, the first counts.
 * @returns a function that gives the instant for a normalised number; it never throws.
 */
export function localTimes(sendAt: Date): (msisdn: string) => LocalTime {
  const wall = Temporal.PlainDateTime.from(formatNz(sendAt).replace(" ", "T"));
  const ofCountry = new Map<string | null, LocalTime>();
  return (msisdn) => {
    const country = countryOf(msisdn);
    let time = ofCountry.get(country);
    if (!time) {
      const zone = country === null ? NZ_ZONE : zoneOfCountry(country);
      // New Zealand's is the instant that was asked for, whichever of two it was.
      const at = zone === NZ_ZONE ? sendAt : new Date(wall.toZonedDateTime(zone).epochMilliseconds);
      time = { country, at };
      ofCountry.set(country, time);
    }
    return time;
  };
}

/** The zone that a number's people live by; New Zealand's for a number of no country. */
export function zoneOfNumber(msisdn: string): string {
  const country = countryOf(msisdn);
  return country === null ? NZ_ZONE : zoneOfCountry(country);
}

/** By calling code, the countries that have it, the largest first. */
const COUNTRIES: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes;

/** The two letters of a number's country; null for one of none, such as a satellite phone's. */
function countryOf(msisdn: string): string | null {
  const [largest, ...others] = COUNTRIES[callingCode(msisdn) ?? ""] ?? [];
  if (largest === undefined || largest === "NZ" || others.length === 0) return largest ?? null;
  return parsePhoneNumberFromString(`+${msisdn}`)?.country ?? largest;
}

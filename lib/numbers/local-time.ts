import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import metadata from "libphonenumber-js/max/metadata";
import { Temporal } from "temporal-polyfill";
import { callingCode } from "@/lib/sms/numbers/msisdn";
import { formatNz, NZ_ZONE } from "@/lib/sms/nz-time";

/**
 * The zone of most people, for countries with several zones. A mobile number does not show its phone's place within
 * the country (rules: recipient time).
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
  // ICU does not know these codes.
  AC: "Atlantic/St_Helena",
  TA: "Atlantic/St_Helena",
  XK: "Europe/Belgrade",
};

/** Node has the older property. The standard has a method instead. */
type ZonedLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** Returns a country's principal zone, or New Zealand's for an unknown country. */
export function zoneOfCountry(country: string): string {
  const principal = PRINCIPAL_ZONES[country];
  if (principal !== undefined) return principal;
  const locale = new Intl.Locale(`und-${country}`) as ZonedLocale;
  const [zone] = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  return zone ?? NZ_ZONE;
}

/** An instant for the recipients of one country, and the country. It is null for numbers of no country. */
export type LocalTime = { country: string | null; at: Date };

/**
 * Converts a New Zealand time to the same time on the recipients' clocks (rules: recipient time). A time that a clock
 * skips becomes later by the skipped length. If a clock shows the time twice, the first counts.
 * @returns a function from a normalised number to the instant. The function never throws.
 */
export function localTimes(sendAt: Date): (msisdn: string) => LocalTime {
  const wall = Temporal.PlainDateTime.from(formatNz(sendAt).replace(" ", "T"));
  const ofCountry = new Map<string | null, LocalTime>();
  return (msisdn) => {
    const country = countryOf(msisdn);
    let time = ofCountry.get(country);
    if (!time) {
      const zone = country === null ? NZ_ZONE : zoneOfCountry(country);
      // New Zealand keeps the requested instant, also if its clock shows the time twice.
      const at = zone === NZ_ZONE ? sendAt : new Date(wall.toZonedDateTime(zone).epochMilliseconds);
      time = { country, at };
      ofCountry.set(country, time);
    }
    return time;
  };
}

/** Returns the principal zone of a number's country, or New Zealand's for a number of no country. */
export function zoneOfNumber(msisdn: string): string {
  const country = countryOf(msisdn);
  return country === null ? NZ_ZONE : zoneOfCountry(country);
}

/** The countries of each calling code, the largest first. */
const COUNTRIES: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes;

/**
 * Returns the two-letter code of a number's country. It is null for a number of no country, such as a satellite
 * phone's.
 */
function countryOf(msisdn: string): string | null {
  const [largest, ...others] = COUNTRIES[callingCode(msisdn) ?? ""] ?? [];
  if (largest === undefined || largest === "NZ" || others.length === 0) return largest ?? null;
  return parsePhoneNumberFromString(`+${msisdn}`)?.country ?? largest;
}

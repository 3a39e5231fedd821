import metadata from "libphonenumber-js/max/metadata";
import { callingCode } from "@/lib/sms/numbers/msisdn";

const names = new Intl.DisplayNames(["en-NZ"], { type: "region" });

/**
 * Returns the countries of a calling code, the main one first. The list is empty for a service of no country, such as
 * satellites.
 */
export function callingPlaces(code: string): string[] {
  const countries: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes;
  return (countries[code] ?? []).map((country) => names.of(country) ?? country);
}

/** Returns whether a text is a calling code. */
export function isCallingCode(code: string): boolean {
  return callingCode(code) === code;
}

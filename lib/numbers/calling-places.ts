import metadata from "libphonenumber-js/max/metadata";
import { callingCode } from "@/lib/sms/numbers/msisdn";

const names = new Intl.DisplayNames(["en-NZ"], { type: "region" });

/** The countries that a calling code is of, the main one first; none for a service of no country, such as satellites. */
export function callingPlaces(code: string): string[] {
  const countries: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes;
  return (countries[code] ?? []).map((country) => names.of(country) ?? country);
}

/** Whether numbers that begin with it are told apart by it. */
export function isCallingCode(code: string): boolean {
  return callingCode(code) === code;
}

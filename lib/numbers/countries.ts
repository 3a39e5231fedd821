import { getCountries } from "libphonenumber-js/max";

/** A country by the code that accounts have, and its English name. */
export type Country = { code: string; name: string };

const names = new Intl.DisplayNames(["en-NZ"], { type: "region" });

/** Every country that phone numbers are of, New Zealand first and the others by their names. */
export function countries(): readonly Country[] {
  const rank = (code: string) => (code === "NZ" ? 0 : 1);
  return getCountries()
    .map((code) => ({ code: code as string, name: names.of(code) ?? code }))
    .sort((one, other) => rank(one.code) - rank(other.code) || one.name.localeCompare(other.name, "en"));
}

import { getCountries } from "libphonenumber-js/max";

/** A country: the code that accounts have, and the English name. */
export type Country = { code: string; name: string };

const names = new Intl.DisplayNames(["en-NZ"], { type: "region" });

/** Returns every country with phone numbers: New Zealand first, the others sorted by name. */
export function countries(): readonly Country[] {
  const rank = (code: string) => (code === "NZ" ? 0 : 1);
  return getCountries()
    .map((code) => ({ code: code as string, name: names.of(code) ?? code }))
    .sort((one, other) => rank(one.code) - rank(other.code) || one.name.localeCompare(other.name, "en"));
}

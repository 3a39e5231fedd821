import { countries } from "@/lib/numbers/countries";

/** Names and codes of three letters that shops write beside those of Unicode's list. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  aotearoa: "NZ",
  "aotearoa new zealand": "NZ",
  nzl: "NZ",
  aus: "AU",
  usa: "US",
  "u.s.a.": "US",
  "u.s.": "US",
  "united states of america": "US",
  america: "US",
  uk: "GB",
  "u.k.": "GB",
  gbr: "GB",
  "great britain": "GB",
  "united kingdom of great britain and northern ireland": "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "northern ireland": "GB",
  "republic of ireland": "IE",
  irl: "IE",
  can: "CA",
  ind: "IN",
  chn: "CN",
  "people's republic of china": "CN",
  "hong kong": "HK",
  macau: "MO",
  jpn: "JP",
  kor: "KR",
  "republic of korea": "KR",
  "south korea": "KR",
  sgp: "SG",
  fji: "FJ",
  wsm: "WS",
  ton: "TO",
  deu: "DE",
  deutschland: "DE",
  fra: "FR",
  "the netherlands": "NL",
  nld: "NL",
  "viet nam": "VN",
  "czech republic": "CZ",
  turkey: "TR",
  "cook islands": "CK",
};

let codes: ReadonlyMap<string, string> | undefined;

/**
 * Returns the two letters of a country from its code or its English name, in any capitals.
 * @returns the text as it is, if it is neither: numbers are then read with a country code alone.
 */
export function countryCode(written: string): string {
  const name = written.trim().toLowerCase();
  codes ??= new Map([
    ...Object.entries(OTHER_NAMES),
    ...countries().map(({ code, name }) => [name.toLowerCase(), code] as const),
  ]);
  return codes.get(name) ?? written;
}

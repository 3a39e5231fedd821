import { countries } from "@/lib/numbers/countries";

/** Names and three-letter codes of shops that Unicode's list lacks. */
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
 * Returns the two letters of a country from its code or its English name, in any letter case.
 * @returns the text unchanged if it is neither: numbers then need a country code.
 */
export function countryCode(written: string): string {
  const name = written.trim().toLowerCase();
  codes ??= new Map([
    ...Object.entries(OTHER_NAMES),
    ...countries().map(({ code, name }) => [name.toLowerCase(), code] as const),
  ]);
  return codes.get(name) ?? written;
}

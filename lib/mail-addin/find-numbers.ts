import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { plainNumber, SEPARATORS } from "@/lib/sms/numbers/separators";

/** A text to search, and the name of its place, such as a person's name, which is shown beside its numbers. */
export type NumberSource = { where: string; text: string };

/** A mobile number that was found: as it is sent to, as people read it, and the place where it was first. */
export type FoundNumber = { msisdn: string; shown: string; where: string };

/** The most characters of a text that are searched: numbers are in names and signatures, not after pages of quotes. */
const LOOKED_THROUGH = 50_000;

/** Digits in groups, as people write numbers. Too short or too long ones are dropped below. */
const RUN = new RegExp(`(?<![\\w+])(?:\\+|\\()?\\d(?:(?:(?![\\r\\n])[${SEPARATORS}]){0,3}\\d){6,40}`, "gu");

/** The beginnings of a text that may be a number. Dates and order numbers begin otherwise. */
const BEGINNING = /^(?:\+|00|\(?0\d{2}|64)/;

/**
 * Returns the mobile numbers in some texts, each once, in the order of the texts. Numbers without a country are New
 * Zealand's. Never throws.
 * @param most the greatest number of results.
 */
export function findNumbers(sources: readonly NumberSource[], most: number): FoundNumber[] {
  const found = new Map<string, FoundNumber>();
  for (const { where, text } of sources) {
    for (const number of numbersIn(plainNumber(text.slice(0, LOOKED_THROUGH)))) {
      if (found.size === most) return [...found.values()];
      if (!found.has(number.msisdn)) found.set(number.msisdn, { ...number, where });
    }
  }
  return [...found.values()];
}

/** Formats a number as people read it: `+64 21 123 4567`. Another text stays as it is. */
export function showNumber(msisdn: string): string {
  return parsePhoneNumberFromString(`+${msisdn}`)?.formatInternational() ?? msisdn;
}

function* numbersIn(text: string): Generator<Omit<FoundNumber, "where">> {
  const run = new RegExp(RUN);
  for (let match = run.exec(text); match; match = run.exec(text)) {
    const [written] = match;
    const groups = [...written.matchAll(/\d+/g)].map((group) => group.index + group[0].length);
    // The first groups that form a number are the number: another one, or a house number, may follow.
    const end = groups.find((length) => mobile(written.slice(0, length)) !== null);
    const after = text[match.index + (end ?? 0)] ?? "";
    const number = end === undefined || /\w/.test(after) ? null : mobile(written.slice(0, end));
    if (number) yield number;
    run.lastIndex = match.index + (end ?? groups[0] ?? 1);
  }
}

function mobile(written: string): Omit<FoundNumber, "where"> | null {
  if (!BEGINNING.test(written)) return null;
  const msisdn = normaliseMsisdn(written);
  const number = msisdn === null ? undefined : parsePhoneNumberFromString(`+${msisdn}`);
  const type = number?.getType();
  if (msisdn === null || !number || (type !== "MOBILE" && type !== "FIXED_LINE_OR_MOBILE")) return null;
  return { msisdn, shown: number.formatInternational() };
}

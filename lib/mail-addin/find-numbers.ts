import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { plainNumber, SEPARATORS } from "@/lib/sms/numbers/separators";

/** A text to look in, and what it is called where its numbers are offered: a person's name, say. */
export type NumberSource = { where: string; text: string };

/** A mobile number that was found: as it is sent to, as people read it, and where it stood first. */
export type FoundNumber = { msisdn: string; shown: string; where: string };

/** Most of a text that is looked through: numbers stand in names and signatures, not after pages of quotes. */
const LOOKED_THROUGH = 50_000;

/** Digits in groups, as people write numbers; too short or too long ones are told apart below. */
const RUN = new RegExp(`(?<![\\w+])(?:\\+|\\()?\\d(?:(?:(?![\\r\\n])[${SEPARATORS}]){0,3}\\d){6,40}`, "gu");

/** What a number begins with that can be one without being asked about: dates and order numbers do not. */
const BEGINNING = /^(?:\+|00|\(?0\d{2}|64)/;

/**
 * The mobile numbers in some texts, each once, in the order in which they stand there. Without a country they are New
 * Zealand's. Never throws.
 * @param most how many are enough.
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

/** A number as people read it: `+64 21 123 4567`. What is no number stays as it is. */
export function showNumber(msisdn: string): string {
  return parsePhoneNumberFromString(`+${msisdn}`)?.formatInternational() ?? msisdn;
}

function* numbersIn(text: string): Generator<Omit<FoundNumber, "where">> {
  const run = new RegExp(RUN);
  for (let match = run.exec(text); match; match = run.exec(text)) {
    const [written] = match;
    const groups = [...written.matchAll(/\d+/g)].map((group) => group.index + group[0].length);
    // The first groups that make a number are it: another one, or a house number, may follow.
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

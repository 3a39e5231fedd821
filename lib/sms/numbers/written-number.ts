/**
 * A New Zealand mobile: the country code, two digits of the network and 6 to 8 more. This pattern needs no tables.
 */
const NZ_MOBILE = /^64(2\d)(\d{6,8})$/;

/** A New Zealand landline: its area is one digit, and 7 more follow. */
const NZ_LANDLINE = /^64([34679])(\d{7})$/;

const INTERNATIONAL = /^[1-9]\d{6,14}$/;

/** The calling codes of one or two digits. All other codes have three. */
const SHORT_CALLING_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])(?=\d)/;

/**
 * Returns a number as people in New Zealand write it: `64215551781` is `021 555 1781`, `6495551781` is `09 555 1781`.
 * Foreign numbers have a plus sign, their calling code and groups: `+61 412 345 678`. Any other text is returned
 * unchanged. Never throws.
 */
export function writtenNumber(msisdn: string): string {
  const [, area, digits] = NZ_MOBILE.exec(msisdn) ?? NZ_LANDLINE.exec(msisdn) ?? [];
  if (area !== undefined && digits !== undefined) return `0${area} ${inGroups(digits)}`;
  if (!INTERNATIONAL.test(msisdn)) return msisdn;
  const code = SHORT_CALLING_CODE.exec(msisdn)?.[0] ?? msisdn.slice(0, 3);
  return `+${code} ${inGroups(msisdn.slice(code.length))}`;
}

/**
 * Returns the sender of a reply rule (rules: who wrote) as people write it: `64215551781` is `021 555 1781`, `6421*`
 * is `021*`, and `61*` is `+61*`. Never throws.
 */
export function writtenWriter(writer: string): string {
  if (!writer.endsWith("*")) return writtenNumber(writer);
  return /^64[1-9]/.test(writer) ? `0${writer.slice(2)}` : `+${writer}`;
}

/** Returns digits in groups of three and four, the groups of three first. */
function inGroups(digits: string): string {
  const groups: string[] = [];
  for (let at = 0; at < digits.length; ) {
    const left = digits.length - at;
    const next = left > 4 && left % 4 !== 0 ? 3 : 4;
    groups.push(digits.slice(at, at + next));
    at += next;
  }
  return groups.join(" ");
}

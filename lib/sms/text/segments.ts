import type { Encoding } from "@/lib/sms/text/encoding";

/** The most parts of a message (rules: segments). */
export const MAX_PARTS = 11;

/** Septets in a GSM-7 message of one part, and in each part of a longer message. */
export const GSM7_SINGLE = 160;
export const GSM7_PART = 153;

/** 16-bit units in a UCS-2 message of one part, and in each part of a longer message. */
export const UCS2_SINGLE = 70;
export const UCS2_PART = 67;

/** The characters that take two septets: an escape and the character. */
const ESCAPED = /[{}\\[\]~|^]/;
const SURROGATE = /[\ud800-\udfff]/;

type Rules = {
  single: number;
  part: number;
  indivisible: RegExp;
  extra: (text: string, index: number) => number;
};

const RULES: Record<Encoding, Rules> = {
  "GSM-7": { single: GSM7_SINGLE, part: GSM7_PART, indivisible: ESCAPED, extra: escapeSeptets },
  "UCS-2": { single: UCS2_SINGLE, part: UCS2_PART, indivisible: SURROGATE, extra: lowSurrogateUnits },
};

/** Returns 1 if the character at `index` needs an escape before it, otherwise 0. */
function escapeSeptets(text: string, index: number): number {
  switch (text.charCodeAt(index)) {
    case 0x0c:
    case 0x5b:
    case 0x5c:
    case 0x5d:
    case 0x5e:
    case 0x7b:
    case 0x7c:
    case 0x7d:
    case 0x7e:
    case 0x20ac:
      return 1;
    default:
      return 0;
  }
}

/** Returns 1 if a surrogate pair starts at `index`, otherwise 0. */
function lowSurrogateUnits(text: string, index: number): number {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
    ? 1
    : 0;
}

/**
 * Packs a text into at most `maxParts` parts of `capacity`. A pair that does not fit goes into the next part.
 * @returns the number of begun parts, and the index in the text at which the packing stopped.
 */
function pack(
  text: string,
  encoding: Encoding,
  capacity: number,
  maxParts: number,
): { parts: number; end: number } {
  const { extra } = RULES[encoding];
  const indexStep = encoding === "UCS-2" ? 1 : 0;
  let parts = 1;
  let used = 0;
  let index = 0;
  while (index < text.length) {
    const more = extra(text, index);
    used += 1 + more;
    if (used > capacity) {
      if (parts === maxParts) {
        break;
      }
      parts++;
      used = 1 + more;
    }
    // An escape takes room in the part but none in the text. A low surrogate takes room in both.
    index += 1 + more * indexStep;
  }
  return { parts, end: index };
}

/**
 * Returns the number of parts of an encoded text: 1 for an empty text, above 11 for a text that is too long
 * (rules: segments). `^ { } \ [ ] ~ |` count two septets. Neither such a pair nor a surrogate pair is split between
 * two parts. Never throws.
 */
export function countParts(text: string, encoding: Encoding): number {
  const { single, part, indivisible } = RULES[encoding];
  if (encoding === "UCS-2" && text.length <= single) {
    return 1;
  }
  if (!indivisible.test(text)) {
    return text.length <= single ? 1 : Math.ceil(text.length / part);
  }
  if (text.length <= single && pack(text, encoding, single, 1).end === text.length) {
    return 1;
  }
  return pack(text, encoding, part, Number.POSITIVE_INFINITY).parts;
}

/** Returns the texts of the parts of an encoded text, as many as `countParts` returns. Never throws. */
export function splitParts(text: string, encoding: Encoding): string[] {
  if (countParts(text, encoding) === 1) return [text];
  const { part } = RULES[encoding];
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    // The slice is one unit longer than a part, so that the packing sees a whole surrogate pair at the end.
    const { end } = pack(text.slice(start, start + part + 1), encoding, part, 1);
    parts.push(text.slice(start, start + end));
    start += end;
  }
  return parts;
}

/**
 * Returns the longest beginning of an encoded text that fits `maxParts` parts (1 to 11), its number of parts, and
 * whether it was cut (rules: trimming). Never cuts inside an escape pair or a surrogate pair.
 * @throws RangeError if `maxParts` is not an integer from 1 to 11.
 */
export function trimToParts(
  text: string,
  encoding: Encoding,
  maxParts: number,
): { text: string; parts: number; truncated: boolean } {
  if (!Number.isInteger(maxParts) || maxParts < 1 || maxParts > MAX_PARTS) {
    throw new RangeError(`maxParts must be an integer from 1 to ${MAX_PARTS}, not ${maxParts}`);
  }
  const { single, part } = RULES[encoding];
  // No longer text fits, so a body of megabytes is not read to its end.
  const longest = maxParts === 1 ? single : maxParts * part;
  if (text.length <= longest) {
    const parts = countParts(text, encoding);
    if (parts <= maxParts) {
      return { text, parts, truncated: false };
    }
  }
  const { parts, end } = pack(text, encoding, maxParts === 1 ? single : part, maxParts);
  return { text: text.slice(0, end), parts, truncated: true };
}

/**
 * Returns the most parts under a request's `fragmentationLimit` (rules: trimming). 0 means the default, 11.
 * @throws RangeError if the limit is not an integer from 0 to 11.
 */
export function partsAllowed(fragmentationLimit: number): number {
  if (!Number.isInteger(fragmentationLimit) || fragmentationLimit < 0 || fragmentationLimit > MAX_PARTS) {
    throw new RangeError(
      `fragmentationLimit must be an integer from 0 to ${MAX_PARTS}, not ${fragmentationLimit}`,
    );
  }
  return fragmentationLimit === 0 ? MAX_PARTS : fragmentationLimit;
}

/** Returns the septets of an encoded GSM-7 text: two for each of `^ { } \ [ ] ~ |`. Never throws. */
export function countSeptets(text: string): number {
  let septets = text.length;
  for (let index = 0; index < text.length; index++) septets += escapeSeptets(text, index);
  return septets;
}

/** Returns the longest beginning of an encoded GSM-7 text with at most `septets` septets. Never throws. */
export function trimToSeptets(text: string, septets: number): string {
  return septets <= 0 ? "" : text.slice(0, pack(text, "GSM-7", septets, 1).end);
}

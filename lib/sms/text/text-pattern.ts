import { foldLetters } from "@/lib/sms/text/folded-words";

/**
 * The most characters of a pattern besides `*`. Each character, and a space at either end, is a bit of two numbers.
 */
export const MAX_PATTERN_LENGTH = 60;

/**
 * A set of places in a pattern, as bits of two numbers. A place is the number of the pattern's characters before it.
 */
type Places = { low: number; high: number };

/** A pattern prepared for matching. */
export type TextPattern = {
  /** The places that a character of a text leads to from the place before. */
  led: Map<string, Places>;
  /** As `led`, for a digit and another character that the pattern does not name. A space leads to no place then. */
  digit: Places;
  other: Places;
  /** The places at which any character may be passed. */
  kept: Places;
  /** The places from which the next place is reached without a character. */
  skipped: Places;
  end: Places;
};

/**
 * Reads a pattern (rules: text patterns). It has words in which `*` stands for any text or none, `?` for a letter or
 * digit, and `#` for a digit. A `*` between spaces stands for any words or none. Capitals, accents, macrons and
 * punctuation do not count. Never throws.
 * @returns null for a pattern that would match every text, and for one that is too long.
 */
export function readPattern(pattern: string): TextPattern | null {
  const letters = foldLetters(pattern).replace(/[^\p{L}\p{N}*?#]+/gu, " ");
  const padded = ` ${letters.trim().replace(/\*+/g, "*")} `.replace(/(?<= )\* (?=\* )/g, "");
  if (!/[^ *]/.test(padded)) return null;
  const [kept, skipped] = [nowhere(), nowhere()];
  const characters: string[] = [];
  const all = [...padded];
  for (const [at, character] of all.entries()) {
    if (character !== "*") characters.push(character);
    else {
      add(kept, characters.length);
      if (all[at - 1] === " " && all[at + 1] === " ") add(skipped, characters.length);
    }
  }
  if (characters.length > MAX_PATTERN_LENGTH + 2) return null;
  const end = nowhere();
  add(end, characters.length);
  return { ...leads(characters), kept, skipped, end };
}

/** Returns the places that each character of a text leads to. */
function leads(characters: readonly string[]): Pick<TextPattern, "led" | "digit" | "other"> {
  const led = new Map<string, Places>();
  const [digit, other] = [nowhere(), nowhere()];
  for (const [place, character] of characters.entries()) {
    if (character === "?") add(other, place + 1);
    if (character === "?" || character === "#") add(digit, place + 1);
    else if (!led.has(character)) led.set(character, nowhere());
  }
  for (const [named, places] of led) {
    const anyway = named === " " ? nowhere() : isDigit(named) ? digit : other;
    for (const [place, character] of characters.entries())
      if (character === named || has(anyway, place + 1)) add(places, place + 1);
  }
  return { led, digit, other };
}

/**
 * Returns whether a whole text matches a pattern. It takes one step for each character of the text, for any pattern.
 * Never throws.
 * @param folded the result of `foldedWords`.
 */
export function matchesPattern(
  { led, digit, other, kept, skipped, end }: TextPattern,
  folded: string,
): boolean {
  let [low, high] = [1, 0];
  for (const character of folded) {
    const to = led.get(character) ?? (character === " " ? NOWHERE : isDigit(character) ? digit : other);
    const [nextLow, nextHigh] = [low << 1, (high << 1) | (low >>> 31)];
    const [cameLow, cameHigh] = [nextLow & to.low, nextHigh & to.high];
    // Only a place that was just reached may go on without a character. A place behind passed text needs a space
    // first.
    const leap = cameLow & skipped.low;
    low = cameLow | (low & kept.low) | (leap << 1);
    high = cameHigh | (high & kept.high) | ((cameHigh & skipped.high) << 1) | (leap >>> 31);
    if ((low | high) === 0) return false;
  }
  return (low & end.low) !== 0 || (high & end.high) !== 0;
}

const NOWHERE: Places = { low: 0, high: 0 };

function nowhere(): Places {
  return { ...NOWHERE };
}

function add(places: Places, place: number): void {
  if (place < 32) places.low |= 1 << place;
  else places.high |= 1 << (place - 32);
}

function has({ low, high }: Places, place: number): boolean {
  return ((place < 32 ? low >>> place : high >>> (place - 32)) & 1) === 1;
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}

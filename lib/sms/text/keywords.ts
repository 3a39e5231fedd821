import { withoutInvisible } from "@/lib/sms/text/invisible";

const OPT_OUT: ReadonlySet<string> = new Set([
  "STOP",
  "STOPALL",
  "UNSUBSCRIBE",
  "UNSUB",
  "OPTOUT",
  "QUIT",
  "END",
  "CANCEL",
  "REMOVE",
  "REVOKE",
]);

/** Answers to an appointment reminder that do not stop the reminders. */
const REMINDER_WORDS: ReadonlySet<string> = new Set(["CANCEL", "END", "QUIT"]);

const RESUBSCRIBE: ReadonlySet<string> = new Set(["START", "UNSTOP", "SUBSCRIBE"]);

/** The longest keyword of an account. */
export const MAX_KEYWORD_LENGTH = 20;

/** The most letters of a first word that are read. */
const MAX_WORD_LENGTH = 40;

/**
 * Returns the opt-out keyword of a message, as one word in capitals, or null (rules: opt-out keywords). The whole
 * message must be the keyword, once or repeated; case, punctuation and spaces are ignored. Never throws.
 */
export function optOutKeyword(text: string): string | null {
  return soleKeyword(text, OPT_OUT);
}

/**
 * Returns whether a keyword in reply to an appointment reminder is ignored, such as CANCEL, END and QUIT
 * (rules: opt-out keywords). Takes the result of `optOutKeyword`. Never throws.
 */
export function isReminderWord(keyword: string): boolean {
  return REMINDER_WORDS.has(keyword);
}

/** Returns whether a message requests a new subscription (rules: resubscribing). Never throws. */
export function isResubscribe(text: string): boolean {
  return soleKeyword(text, RESUBSCRIBE) !== null;
}

/**
 * Returns the first word of a message, folded to capitals without accents and macrons. It may be an account's keyword
 * (rules: inbound keywords). Never throws.
 * @returns null for a message without words, a word longer than a keyword, an opt-out, and a new subscription.
 */
export function firstKeyword(text: string): string | null {
  if (optOutKeyword(text) !== null || isResubscribe(text)) return null;
  const start = text.search(/[\p{L}\p{N}]/u);
  if (start < 0) return null;
  const [word = ""] = /^[\p{L}\p{N}\p{M}]+/u.exec(text.slice(start, start + 2 * MAX_WORD_LENGTH)) ?? [];
  const letters = word.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "");
  const folded = letters.toUpperCase();
  return folded.length > 0 && folded.length <= MAX_KEYWORD_LENGTH ? folded : null;
}

/**
 * Returns the keyword that a text's letters and digits form, once or repeated, with any other characters between.
 * @returns null for any other text.
 */
function soleKeyword(text: string, keywords: ReadonlySet<string>): string | null {
  let left = [...keywords];
  let count = 0;
  // Composition comes first: an accent is then part of its letter, and is not dropped as a mark.
  for (const [character] of withoutInvisible(text)
    .normalize("NFKC")
    .matchAll(/[\p{L}\p{N}]/gu)) {
    for (const letter of character.toUpperCase()) {
      left = left.filter((keyword) => keyword[count % keyword.length] === letter);
      if (left.length === 0) return null;
      count++;
    }
  }
  return left.find((keyword) => count > 0 && count % keyword.length === 0) ?? null;
}

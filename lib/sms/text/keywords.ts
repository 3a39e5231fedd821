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

/** Words with which people answer an appointment reminder without meaning the reminders. */
const REMINDER_WORDS: ReadonlySet<string> = new Set(["CANCEL", "END", "QUIT"]);

const RESUBSCRIBE: ReadonlySet<string> = new Set(["START", "UNSTOP", "SUBSCRIBE"]);

/** The longest word that is folded. Twice the length of the longest keyword would be enough. */
const MAX_WORD_LENGTH = 40;

/** The longest keyword of an account. */
export const MAX_KEYWORD_LENGTH = 20;

/**
 * The opt-out keyword of a message, as one word in capitals, or null (rules: opt-out keywords). The whole
 * message must be the keyword; case, punctuation and spaces are ignored. Never throws.
 */
export function optOutKeyword(text: string): string | null {
  const word = soleWord(text);
  return OPT_OUT.has(word) ? word : null;
}

/**
 * Whether a keyword is ignored in reply to an appointment reminder, as CANCEL, END and QUIT are
 * (rules: opt-out keywords). Takes the result of `optOutKeyword`. Never throws.
 */
export function isReminderWord(keyword: string): boolean {
  return REMINDER_WORDS.has(keyword);
}

/** Whether a message asks for messages again (rules: resubscribing). Never throws. */
export function isResubscribe(text: string): boolean {
  return RESUBSCRIBE.has(soleWord(text));
}

/**
 * The first word of a message, folded to capitals without accents and macrons, by which it may belong to an account
 * (rules: inbound keywords). Null for none, one that is longer than a keyword, and a message that is an opt-out or the
 * contrary. Never throws.
 */
export function firstKeyword(text: string): string | null {
  const sole = soleWord(text);
  if (OPT_OUT.has(sole) || RESUBSCRIBE.has(sole)) return null;
  const start = text.search(/[\p{L}\p{N}]/u);
  if (start < 0) return null;
  const [word = ""] = /^[\p{L}\p{N}\p{M}]+/u.exec(text.slice(start, start + 2 * MAX_WORD_LENGTH)) ?? [];
  const letters = word.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "");
  const folded = letters.toUpperCase();
  return folded.length > 0 && folded.length <= MAX_KEYWORD_LENGTH ? folded : null;
}

/** The letters and digits of a text, without punctuation, spaces and emoji. Empty where they are too many for a word. */
function soleWord(text: string): string {
  // Composed first: an accent is then part of its letter, and not a mark that is dropped.
  let letters = "";
  for (const [letter] of text.normalize("NFKC").matchAll(/[\p{L}\p{N}]/gu)) {
    letters += letter;
    if (letters.length > MAX_WORD_LENGTH) return "";
  }
  return letters.toUpperCase();
}

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

/** What people answer to an appointment reminder without meaning the reminders. */
const REMINDER_WORDS: ReadonlySet<string> = new Set(["CANCEL", "END", "QUIT"]);

const RESUBSCRIBE: ReadonlySet<string> = new Set(["START", "UNSTOP", "SUBSCRIBE"]);

/** Twice the longest keyword's length would do; a longer word is none, and need not be folded. */
const LONGEST_WORD = 40;

/**
 * The opt-out keyword that a message is, written as one word in capitals, or null (rules: opt-out keywords): the whole
 * message counts, case, punctuation and inner spaces aside. Never throws.
 */
export function optOutKeyword(text: string): string | null {
  const word = soleWord(text);
  return OPT_OUT.has(word) ? word : null;
}

/**
 * Whether an opt-out keyword does not count in answer to an appointment reminder, as CANCEL, END and QUIT do not
 * (rules: opt-out keywords). Takes what `optOutKeyword` gave. Never throws.
 */
export function isReminderWord(keyword: string): boolean {
  return REMINDER_WORDS.has(keyword);
}

/** Whether a message asks for messages again (rules: resubscribing). Never throws. */
export function isResubscribe(text: string): boolean {
  return RESUBSCRIBE.has(soleWord(text));
}

/** What is left of a text when only letters and digits count: punctuation, spaces and emoji are neither. */
function soleWord(text: string): string {
  // Composed first, so that an accent is part of its letter and not a mark that goes.
  const letters = text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, "");
  return letters.length > LONGEST_WORD ? "" : letters.toUpperCase();
}

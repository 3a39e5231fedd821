import { firstWord, plainWord, type ReceiptState, stateOfWord } from "@/lib/smpp/receipt/state";

/** The status words to which a network's settings may map its own words, each with its meaning. */
export const STATE_WORDS = [
  "DELIVRD",
  "UNDELIV",
  "EXPIRED",
  "DELETED",
  "REJECTD",
  "ACCEPTD",
  "ENROUTE",
  "UNKNOWN",
] as const;

/** A network's own words and numbers of `message_state`, in capital letters and digits, each with its meaning. */
export type OwnStates = ReadonlyMap<string, ReceiptState>;

export const NO_OWN_STATES: OwnStates = new Map();

/** Returns a network's own words in the form of a comparison with receipts. */
export function ownStatesOf(given: Readonly<Record<string, (typeof STATE_WORDS)[number]>>): OwnStates {
  return new Map(
    Object.entries(given).flatMap(([word, means]) => {
      const state = stateOfWord(means);
      return state === undefined ? [] : [[plainWord(word), state] as const];
    }),
  );
}

/** Returns the settings' state of the text after `stat:`: of the whole text, or of its first word. */
export function ownStateOf(own: OwnStates, written: string): ReceiptState | undefined {
  return own.size === 0 ? undefined : (own.get(plainWord(written)) ?? own.get(plainWord(firstWord(written))));
}

/** Returns an error code in the form of a comparison: without leading zeros, in capital letters. */
export function plainError(error: string): string {
  return error.replace(/^0+(?=.)/, "").toUpperCase();
}

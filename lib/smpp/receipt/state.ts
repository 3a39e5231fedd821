/** What a receipt says became of a message. */
export type ReceiptState = "delivered" | "failed" | "rejected" | "accepted" | "underway" | "unknown";

/** The values of the parameter `message_state`. */
const BY_NUMBER: readonly (ReceiptState | undefined)[] = [
  "underway",
  "underway",
  "delivered",
  "failed",
  "failed",
  "failed",
  "accepted",
  "unknown",
  "rejected",
  "failed",
];

/** The words behind `stat:`, those of SMPP 3.4 and those that SMSCs are known to write. */
const BY_WORD: ReadonlyMap<string, ReceiptState> = new Map([
  ["DELIVRD", "delivered"],
  ["DELIVERED", "delivered"],
  ["UNDELIV", "failed"],
  ["UNDELIVERABLE", "failed"],
  ["EXPIRED", "failed"],
  ["EXP", "failed"],
  ["DELETED", "failed"],
  ["FAILED", "failed"],
  ["SYSERR", "failed"],
  ["NOCRED", "failed"],
  ["SKIPPED", "failed"],
  ["REJECTD", "rejected"],
  ["REJECTED", "rejected"],
  ["ACCEPTD", "accepted"],
  ["ACCEPTED", "accepted"],
  ["ENROUTE", "underway"],
  ["BUFFRED", "underway"],
  ["BUFFERED", "underway"],
  ["SCHEDULED", "underway"],
  ["UNKNOWN", "unknown"],
]);

/** The state of a `message_state`; undefined for a number that has no meaning. */
export function stateOfNumber(value: number): ReceiptState | undefined {
  return BY_NUMBER[value];
}

/** The state of the word behind `stat:`; unknown for any other word. */
export function stateOfWord(word: string): ReceiptState {
  return BY_WORD.get(word.toUpperCase()) ?? "unknown";
}

/** The state of a message according to a receipt. */
export type ReceiptState = "delivered" | "failed" | "rejected" | "accepted" | "underway" | "unknown";

/** The values of the parameter `message_state`, from 0. */
const BY_NUMBER: readonly ReceiptState[] = [
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

/** The words of SMPP 3.4, appendix B, and of 5.0. People do not write them by chance. */
const STANDARD: ReadonlySet<string> = new Set(
  "DELIVRD EXPIRED DELETED UNDELIV ACCEPTD UNKNOWN REJECTD ENROUTE SCHEDLD SKIPPED".split(" "),
);

/**
 * The words after `stat:`, in capital letters and digits: SMPP's words, their long forms, these cut to seven letters,
 * products' misspellings, and products' own words.
 */
export const STATUS_WORDS: Readonly<Record<ReceiptState, readonly string[]>> = {
  delivered: [
    "DELIVRD",
    "DELIVERED",
    "DELIVER",
    "DELIVERD",
    "DELIVRED",
    "DELVRD",
    "DLVRD",
    "DELIVD",
    "DELIVEREDTOTERMINAL",
    "DELIVEREDTOHANDSET",
    "DELIVEREDTOPHONE",
    "READ",
    "CONFIRMED",
    "DELIVERYSUCCESS",
    "DELIVEREDSUCCESS",
    "SUCCESSFUL",
    "SUCCESS",
    "SUCCEEDED",
  ],
  failed: [
    "UNDELIV",
    "UNDELIVERABLE",
    "UNDELIVERED",
    "UNDELIVRD",
    "UNDELIVERD",
    "UNDELIVERE",
    "UNDELVRD",
    "UNDELVD",
    "UNDLVRD",
    "UNDELIVD",
    "NOTDELIVERED",
    "NOTDELIVRD",
    "NONDELIVERED",
    "NOTDLVRD",
    "NDELIVRD",
    "EXPIRED",
    "EXPIRD",
    "EXPIRE",
    "EXP",
    "EXPRD",
    "VALIDITYEXPIRED",
    "TIMEOUT",
    "TIMEDOUT",
    "DELETED",
    "DELETD",
    "DELETE",
    "CANCELLED",
    "CANCELED",
    "CANCELD",
    "CANCELL",
    "FAILED",
    "FAIL",
    "FAILURE",
    "FAILD",
    "FAILEDDELIVERY",
    "DELIVERYFAILED",
    "DELIVERYIMPOSSIBLE",
    "SYSERR",
    "SYSTEMERROR",
    "ERROR",
    "SKIPPED",
    "SKIPPD",
    "ABSENT",
    "ABSENTSUBSCRIBER",
    "UNREACHABLE",
    "UNSUBSCRIBED",
    "INVALIDDESTINATION",
    "PERMFAIL",
    "DISCARDED",
    "DROPPED",
    "LOST",
  ],
  rejected: [
    "REJECTD",
    "REJECTED",
    "REJECTE",
    "REJECT",
    "REJECTET",
    "REJCTD",
    "REJD",
    "REJECTEDBYSMSC",
    "REFUSED",
    "NACK",
    "NACKED",
    "NACKD",
    "NAK",
    "NOCRED",
    "NOCREDIT",
    "ZEROBAL",
    "NOROUTE",
    "NOTROUTABLE",
    "DENIED",
    "BARRED",
    "BARREDA",
    "BLOCKED",
    "BLOCKD",
    "BLIST",
    "BLACKLISTED",
    "BLACKLS",
    "BLCKLST",
    "DND",
    "NDNC",
    "FORBIDDEN",
    "NOTALLOWED",
    "INVALID",
    "INVALIDNUMBER",
    "SPAM",
    "FILTERED",
    "SUBMITFAILED",
    "SMSCFAIL",
  ],
  accepted: [
    "ACCEPTD",
    "ACCEPTED",
    "ACCEPTE",
    "ACCEPT",
    "ACCPTD",
    "ACPTED",
    "ACCEPTEDBYSMSC",
    "ACKED",
    "ACKD",
    "ACK",
    "ACKNOWLEDGED",
    "ACKNOWL",
    "SUBMITTED",
    "SUBMITD",
    "SUBMITTD",
    "SUBMITT",
    "SUBMIT",
    "SENT",
    "SENTTOSMSC",
    "TRANSMITTED",
    "TRANSMITTD",
    "TRANSMT",
    "DISPATCHED",
    "DELIVEREDTOSMSC",
    "DELIVEREDTONETWORK",
    "DELIVEREDTOOPERATOR",
    "DELIVEREDTOGATEWAY",
    "SMSCSUCCESS",
  ],
  underway: [
    "ENROUTE",
    "ENROUT",
    "ENRTE",
    "INTRANSIT",
    "TRANSIT",
    "ROUTED",
    "FORWARDED",
    "FORWRD",
    "RELAYED",
    "BUFFRED",
    "BUFFERED",
    "BUFFERD",
    "BUFFERE",
    "BUFFER",
    "BUFFRD",
    "BUFERED",
    "STORED",
    "STORE",
    "SCHEDULED",
    "SCHEDLD",
    "SCHEDUL",
    "SCHEDULE",
    "SCHDLD",
    "DEFERRED",
    "DEFERED",
    "DELAYED",
    "POSTPONED",
    "QUEUED",
    "QUEUD",
    "QUEUE",
    "ENQUEUED",
    "ENQUEUD",
    "ENQUEUE",
    "PENDING",
    "PEND",
    "WAITING",
    "STAGED",
    "PROCESSING",
    "PROCESS",
    "INPROGRESS",
    "PROGRESS",
    "SENDING",
    "RETRY",
    "RETRYING",
    "RETRIED",
    "NEW",
    "MESSAGEWAITING",
    "PDLIVRD",
    "PARTIALLYDELIVERED",
  ],
  unknown: [
    "UNKNOWN",
    "UNKNOWD",
    "UNKNWN",
    "UNKNOW",
    "UNKWN",
    "UNKNOWNSTATE",
    "UNDEFINED",
    "DELIVERYUNCERTAIN",
  ],
};

const BY_WORD: ReadonlyMap<string, ReceiptState> = new Map(
  Object.entries(STATUS_WORDS).flatMap(([state, words]) =>
    words.map((word) => [word, state as ReceiptState] as const),
  ),
);

/** The states that no other state may follow. */
const ENDS: ReadonlySet<ReceiptState> = new Set(["delivered", "failed", "rejected"]);

const MAX_WORD_LENGTH = 64;

/** Returns the state of a `message_state`; undefined for an unknown number. */
export function stateOfNumber(value: number): ReceiptState | undefined {
  return BY_NUMBER[value];
}

/**
 * Returns the state of the text after `stat:`: the whole text or its first word, in any case, or the number of a
 * `message_state`. Returns undefined for an unknown word.
 */
export function stateOfWord(written: string): ReceiptState | undefined {
  const first = firstWord(written);
  if (/^\d{1,3}$/.test(first)) return stateOfNumber(Number(first));
  return BY_WORD.get(plainWord(written)) ?? BY_WORD.get(plainWord(first));
}

/** Returns whether a text begins with a word of the standard in its exact spelling. */
export function isStandardWord(written: string): boolean {
  return STANDARD.has(firstWord(written));
}

/** Returns the word up to a space or a mark that no word has. */
export function firstWord(written: string): string {
  return /^[^\s,;|&"'\]})]{0,64}/.exec(written)?.[0].replace(/[.:]$/, "") ?? "";
}

/**
 * Returns the state from a receipt's parameter and its text. The parameter wins, with two exceptions: a state without
 * news yields to any other, and a state that is not final yields to a final one. Returns undefined if neither is known.
 */
export function stateOf(
  parameter: ReceiptState | undefined,
  word: ReceiptState | undefined,
): ReceiptState | undefined {
  if (parameter === undefined || word === undefined) return parameter ?? word;
  if (parameter === "unknown") return word;
  return ENDS.has(word) && !ENDS.has(parameter) ? word : parameter;
}

/** Returns a text in capital letters and digits only, the form of a comparison of words. */
export function plainWord(written: string): string {
  return written
    .slice(0, MAX_WORD_LENGTH)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}

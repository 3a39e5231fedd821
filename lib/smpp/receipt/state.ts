/** What a receipt says became of a message. */
export type ReceiptState = "delivered" | "failed" | "rejected" | "accepted" | "underway" | "unknown";

/** The values of the parameter `message_state`, from 0. */
const BY_NUMBER: readonly ReceiptState[] = [
  ...(["underway", "underway", "delivered", "failed", "failed"] as const),
  ...(["failed", "accepted", "unknown", "rejected", "failed"] as const),
];

/** The words of SMPP 3.4, appendix B, with those of 5.0: no person writes them by chance. */
const STANDARD: ReadonlySet<string> = new Set(
  "DELIVRD EXPIRED DELETED UNDELIV ACCEPTD UNKNOWN REJECTD ENROUTE SCHEDLD SKIPPED".split(" "),
);

/**
 * The words behind `stat:`, in capital letters and digits alone: those of SMPP, their long forms, the same cut to seven letters,
 * misspellings that products send, and words of their own.
 */
export const STATUS_WORDS: Readonly<Record<ReceiptState, readonly string[]>> = {
  delivered: [
    ...["DELIVRD", "DELIVERED", "DELIVER", "DELIVERD", "DELIVRED", "DELVRD", "DLVRD", "DELIVD"],
    ...["DELIVEREDTOTERMINAL", "DELIVEREDTOHANDSET", "DELIVEREDTOPHONE", "READ", "CONFIRMED"],
    ...["DELIVERYSUCCESS", "DELIVEREDSUCCESS", "SUCCESSFUL", "SUCCESS", "SUCCEEDED"],
  ],
  failed: [
    ...[
      "UNDELIV",
      "UNDELIVERABLE",
      "UNDELIVERED",
      "UNDELIVRD",
      "UNDELIVERD",
      "UNDELIVERE",
      "UNDELVRD",
      "UNDELVD",
    ],
    ...["UNDLVRD", "UNDELIVD", "NOTDELIVERED", "NOTDELIVRD", "NONDELIVERED", "NOTDLVRD", "NDELIVRD"],
    ...["EXPIRED", "EXPIRD", "EXPIRE", "EXP", "EXPRD", "VALIDITYEXPIRED", "TIMEOUT", "TIMEDOUT"],
    ...["DELETED", "DELETD", "DELETE", "CANCELLED", "CANCELED", "CANCELD", "CANCELL"],
    ...["FAILED", "FAIL", "FAILURE", "FAILD", "FAILEDDELIVERY", "DELIVERYFAILED", "DELIVERYIMPOSSIBLE"],
    ...["SYSERR", "SYSTEMERROR", "ERROR", "SKIPPED", "SKIPPD", "ABSENT", "ABSENTSUBSCRIBER", "UNREACHABLE"],
    ...["UNSUBSCRIBED", "INVALIDDESTINATION", "PERMFAIL", "DISCARDED", "DROPPED", "LOST"],
  ],
  rejected: [
    ...[
      "REJECTD",
      "REJECTED",
      "REJECTE",
      "REJECT",
      "REJECTET",
      "REJCTD",
      "REJD",
      "REJECTEDBYSMSC",
      "REFUSED",
    ],
    ...[
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
    ],
    ...[
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
    ],
    ...[
      "FORBIDDEN",
      "NOTALLOWED",
      "INVALID",
      "INVALIDNUMBER",
      "SPAM",
      "FILTERED",
      "SUBMITFAILED",
      "SMSCFAIL",
    ],
  ],
  accepted: [
    ...["ACCEPTD", "ACCEPTED", "ACCEPTE", "ACCEPT", "ACCPTD", "ACPTED", "ACCEPTEDBYSMSC"],
    ...[
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
    ],
    ...["SENT", "SENTTOSMSC", "TRANSMITTED", "TRANSMITTD", "TRANSMT", "DISPATCHED", "DELIVEREDTOSMSC"],
    ...["DELIVEREDTONETWORK", "DELIVEREDTOOPERATOR", "DELIVEREDTOGATEWAY", "SMSCSUCCESS"],
  ],
  underway: [
    ...["ENROUTE", "ENROUT", "ENRTE", "INTRANSIT", "TRANSIT", "ROUTED", "FORWARDED", "FORWRD", "RELAYED"],
    ...["BUFFRED", "BUFFERED", "BUFFERD", "BUFFERE", "BUFFER", "BUFFRD", "BUFERED", "STORED", "STORE"],
    ...[
      "SCHEDULED",
      "SCHEDLD",
      "SCHEDUL",
      "SCHEDULE",
      "SCHDLD",
      "DEFERRED",
      "DEFERED",
      "DELAYED",
      "POSTPONED",
    ],
    ...["QUEUED", "QUEUD", "QUEUE", "ENQUEUED", "ENQUEUD", "ENQUEUE", "PENDING", "PEND", "WAITING", "STAGED"],
    ...["PROCESSING", "PROCESS", "INPROGRESS", "PROGRESS", "SENDING", "RETRY", "RETRYING", "RETRIED", "NEW"],
    ...["MESSAGEWAITING", "PDLIVRD", "PARTIALLYDELIVERED"],
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

/** The states that no other may follow. */
const ENDS: ReadonlySet<ReceiptState> = new Set(["delivered", "failed", "rejected"]);

const MAX_WORD_LENGTH = 64;

/** The state of a `message_state`; undefined for a number that has no meaning. */
export function stateOfNumber(value: number): ReceiptState | undefined {
  return BY_NUMBER[value];
}

/**
 * The state of what is written behind `stat:`: all of it, or the first word, whatever its case and marks; or the number of a
 * `message_state`. Undefined for a word that is not known.
 */
export function stateOfWord(written: string): ReceiptState | undefined {
  const first = firstWord(written);
  if (/^\d{1,3}$/.test(first)) return stateOfNumber(Number(first));
  return BY_WORD.get(plainWord(written)) ?? BY_WORD.get(plainWord(first));
}

/** Whether it is a word of the standard, as it is written there. */
export function isStandardWord(written: string): boolean {
  return STANDARD.has(firstWord(written));
}

/** The word up to a space or a mark that no word has. */
export function firstWord(written: string): string {
  return /^[^\s,;|&"'\]})]{0,64}/.exec(written)?.[0].replace(/[.:]$/, "") ?? "";
}

/**
 * The state by a receipt's parameter and its text. The parameter wins, but for two cases: a state that says nothing loses against
 * any other, and one that ends nothing loses against an end. Undefined where neither is known.
 */
export function stateOf(
  parameter: ReceiptState | undefined,
  word: ReceiptState | undefined,
): ReceiptState | undefined {
  if (parameter === undefined || word === undefined) return parameter ?? word;
  if (parameter === "unknown") return word;
  return ENDS.has(word) && !ENDS.has(parameter) ? word : parameter;
}

function plainWord(written: string): string {
  return written
    .slice(0, MAX_WORD_LENGTH)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}

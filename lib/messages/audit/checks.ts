/** What the audit of the books looks for (rules: audit), with how an operator reads what disagrees. */
export const CHECKS = {
  balance: "The balance is not the sum of the ledger.",
  "billed-day": "The sums of a day are not those of its deductions.",
  "not-billed": "A message has no deduction.",
  "billed-otherwise": "A deduction is not its message's: another account, kind or number of segments.",
  "returned-otherwise": "A message is deleted or paused and not refunded, or refunded and neither.",
  "not-queued": "A message has no final status and waits nowhere: nobody sends it.",
  "queued-twice": "A message has its final status and waits all the same.",
  "queued-nothing": "A row of the queue has no message.",
  "not-submitted": "A message was reported on and no network took it.",
  "not-reported": "A message is delivered and no report says so.",
  "no-message": "A submission, a report, an event or a deduction has no message.",
  "no-account": "A message, a ledger entry, a billed day or an event has no account.",
} as const;

export type Check = keyof typeof CHECKS;

/** What disagrees of one kind, for one account where there is one; `example` names one of `count` rows. */
export type Finding = { check: Check; accountId: number | null; count: number; example: string };

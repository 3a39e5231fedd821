/** The checks of the audit of the books (rules: audit), with a description of the disagreement for the operator. */
export const CHECKS = {
  balance: "The balance is not the sum of the ledger.",
  "billed-day": "The sums of a day are not those of its deductions.",
  "not-billed": "A message has no deduction.",
  "billed-otherwise": "A deduction differs from its message in account, kind or number of segments.",
  "returned-otherwise": "A deleted or paused message is not refunded, or another message is.",
  "not-queued": "A message has no final status and is not in the queue, so it is never sent.",
  "queued-twice": "A message with a final status is still in the queue.",
  "queued-nothing": "A row of the queue has no message.",
  "not-submitted": "A message has a report, but no network accepted it.",
  "not-reported": "A message is delivered, but has no report of it.",
  "no-message": "A submission, a report, an event or a deduction has no message.",
  "no-account": "A message, a ledger entry, a billed day or an event has no account.",
} as const;

export type Check = keyof typeof CHECKS;

/** The disagreements of one kind, for one account if there is one. `example` names one of `count` rows. */
export type Finding = { check: Check; accountId: number | null; count: number; example: string };

import type { AccountRun, Found } from "@/bench/lib/books";

/** What a run should have left behind. */
export type Expected = {
  /** Messages in the answers, of all clients. */
  messages: number;
  /** Requests that had no answer. Each may or may not have left its messages. */
  unanswered: number;
  perRequest: number;
  /** What each message costs, GST included. */
  microsEach: bigint;
  /** Whether a carrier was to have them. */
  sent: boolean;
};

/** Where the answers and the database disagree, a sentence each. Empty where they agree. */
export function disagreements(found: Found, expected: Expected): string[] {
  const wrong: string[] = [];
  const none = (count: number, what: string) => {
    if (count !== 0) wrong.push(`${count} ${what}`);
  };
  none(expected.messages - found.answered, "messages were answered without an id that could be kept");
  none(found.answered - found.different, "ids were answered more than once");
  none(found.lost, "messages were answered and are not there");
  if (found.unasked > expected.unanswered * expected.perRequest)
    wrong.push(`${found.unasked} messages are there and were not answered`);
  none(found.unbilled, "messages have no deduction");
  if (expected.sent) {
    none(found.unsent, "messages did not reach the carrier");
    none(found.strays, "messages reached the carrier and are none of this run");
    none(found.undelivered, "messages are not reported as delivered");
  }
  for (const account of found.accounts) wrong.push(...ofAccount(account, expected.microsEach));
  return wrong;
}

/** The balance, the ledger, the messages and the days' sums of one account. */
function ofAccount(run: AccountRun, microsEach: bigint): string[] {
  const { before, after, messages, deductions, deductedMicros } = run;
  const wrong: string[] = [];
  const same = (one: bigint, other: bigint, what: string) => {
    if (one !== other) wrong.push(`account ${before.accountId}: ${what} differ, ${one} and ${other}`);
  };
  same(messages, deductions, "messages and deductions");
  same(messages * microsEach, deductedMicros, "what the messages cost and what was deducted");
  same(before.balanceMicros - after.balanceMicros, deductedMicros, "the balance's change and the deductions");
  same(after.balanceMicros, after.ledgerMicros, "the balance and the sum of the ledger");
  same(after.billedMessages - before.billedMessages, messages, "the days' messages and the messages");
  same(after.billedMicros - before.billedMicros, deductedMicros, "the days' amounts and the deductions");
  return wrong;
}

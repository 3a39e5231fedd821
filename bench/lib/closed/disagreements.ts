/** The state of an account's money. */
export type Standing = {
  accountId: number;
  balanceMicros: bigint;
  /** The sum of all its ledger entries. */
  ledgerMicros: bigint;
  /** The sums of all its billing days. */
  billedMessages: bigint;
  billedMicros: bigint;
};

/** The traces of one account's run, from each place that records them. */
export type AccountRun = {
  before: Standing;
  after: Standing;
  messages: bigint;
  deductions: bigint;
  deductedMicros: bigint;
};

/** The traces of a run in a database. */
export type RunTraces = {
  accounts: AccountRun[];
  /** Ids in the answers, and how many different ones. */
  answered: number;
  different: number;
  /** Ids in the answers, without a message. */
  lost: number;
  /** Messages whose id is in no answer. */
  unasked: number;
  /** Messages without a deduction of their own. */
  unbilled: number;
  /** Messages that the carrier did not receive, and messages that it received from elsewhere. */
  unsent: number;
  strays: number;
  /** Messages whose delivery was not reported. */
  undelivered: number;
};

/** The answers of a run, and the price of each message. */
export type RunAnswers = {
  /** Messages in the answers, of all clients. */
  messages: number;
  /** Requests that had no answer. Each may or may not have left its messages. */
  unanswered: number;
  perRequest: number;
  /** The price of a message, GST included. */
  microsEach: bigint;
  /** True if the simulated network got the messages. */
  sent: boolean;
};

/** Returns a sentence for each disagreement between the answers and the database. */
export function disagreements(found: RunTraces, expected: RunAnswers): string[] {
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

/** Compares the balance, the ledger, the messages and the days' sums of one account. */
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

/**
 * Returns the sum of the traces in several databases, each of which was compared with the ids of all answers.
 * An id is lost if it is missing from all of them.
 */
export function foundInAll(cells: readonly RunTraces[]): RunTraces {
  const [first] = cells as [RunTraces];
  const sum = (of: (found: RunTraces) => number) => cells.reduce((all, found) => all + of(found), 0);
  const summed = (["unasked", "unbilled", "unsent", "strays", "undelivered"] as const).map((name) => [
    name,
    sum((found) => found[name]),
  ]);
  return {
    ...first,
    ...Object.fromEntries(summed),
    accounts: cells.flatMap(({ accounts }) => accounts),
    // A cell has all ids but those that are lost to it.
    lost: first.answered - sum(({ answered, lost }) => answered - lost),
  };
}

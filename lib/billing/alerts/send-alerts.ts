import { NO_ADDRESS, recordActivity } from "@/lib/activity/record-activity";
import {
  type CrossedRow,
  lowAccountsStatement,
  markLowStatement,
  markPassedStatement,
  passedAccountsStatement,
  rearmStatement,
  watchFromStatement,
} from "@/lib/billing/alerts/alerts.sql";
import { type Period, periodAt, periodBefore } from "@/lib/billing/alerts/periods";
import type { Database, Transaction } from "@/lib/db/client";
import { enqueueEmail } from "@/lib/email/enqueue";
import { toDecimal } from "@/lib/money";

/** For so long after a period's end a charge of it may still be committed. */
const LATE_MS = 10 * 60_000;

/**
 * Sends an email for each account whose balance has fallen below alerts (rules: low balance), and for each whose charges
 * of a New Zealand day or month have passed alerts (rules: spending alerts). What is crossed at once is one email. The
 * email, the line of activity and the mark that it was sent are one transaction for each account: two servers, or one that
 * is killed, send it once.
 * @returns how many emails there were.
 * @throws the first error of an account, once all others have theirs.
 */
export async function sendAlerts(db: Database, now: Date): Promise<number> {
  await db.query(rearmStatement());
  const errors: unknown[] = [];
  const sendEach = (accounts: readonly AccountRow[], send: Send) => sendToEach(db, accounts, send, errors);
  let sent = await sendEach(await db.query<AccountRow>(lowAccountsStatement()), (tx, accountId) =>
    sendLow(tx, accountId, now),
  );
  for (const kind of ["day", "month"] as const) {
    const period = periodAt(kind, now);
    // What was charged just before its end is seen after it, also where no server was up in between.
    for (const watched of [periodBefore(period), period]) {
      const passed = await db.query<AccountRow>(passedAccountsStatement(watched));
      sent += await sendEach(passed, (tx, accountId) => sendPassed(tx, accountId, watched, now));
    }
    // An account that failed is still to hear of the period before.
    if (errors.length > 0) continue;
    if (now.getTime() - period.start.getTime() >= LATE_MS) await db.query(watchFromStatement(period));
  }
  if (errors.length > 0) throw errors[0];
  return sent;
}

type AccountRow = { accountId: number };

/** Sends what is crossed of an account. Returns whether anything was. */
type Send = (tx: Transaction, accountId: number) => Promise<boolean>;

/**
 * Sends what is crossed of each account, in a transaction of its own. Returns how many emails there were.
 * @param errors gets the error of an account: those behind it have theirs all the same.
 */
async function sendToEach(
  db: Database,
  accounts: readonly AccountRow[],
  send: Send,
  errors: unknown[],
): Promise<number> {
  let sent = 0;
  for (const { accountId } of accounts) {
    try {
      if (await db.transaction((tx) => send(tx, accountId))) sent++;
    } catch (error) {
      errors.push(error);
    }
  }
  return sent;
}

async function sendLow(tx: Transaction, accountId: number, now: Date): Promise<boolean> {
  const { amounts, actual } = crossed(await tx.query<CrossedRow>(markLowStatement(accountId, now)));
  const [lowest, ...higher] = amounts;
  if (lowest === undefined) return false;
  const details = {
    balanceMicros: String(actual),
    lowBalanceMicros: String(lowest),
    higherMicros: higher.map(String).toReversed(),
  };
  await enqueueEmail(tx, { accountId, kind: "low_balance", details }, now);
  const line = { balance: toDecimal(actual), below: amounts.map(toDecimal).toReversed().join(", ") };
  await record(tx, { accountId, action: "balance_alert_sent", details: line }, now);
  return true;
}

async function sendPassed(tx: Transaction, accountId: number, period: Period, now: Date): Promise<boolean> {
  const { amounts, actual } = crossed(
    await tx.query<CrossedRow>(markPassedStatement(accountId, period, now)),
  );
  if (amounts.length === 0) return false;
  const name = period.kind === "day" ? period.firstDay : period.firstDay.slice(0, 7);
  const details = { period: name, chargedMicros: String(actual), passedMicros: amounts.map(String) };
  await enqueueEmail(tx, { accountId, kind: "spending_alert", details }, now);
  const line = { period: name, charged: toDecimal(actual), passed: amounts.map(toDecimal).join(", ") };
  await record(tx, { accountId, action: "spending_alert_sent", details: line }, now);
  return true;
}

/** The amounts that were crossed, the lowest first, and what they were compared with. */
function crossed(rows: readonly CrossedRow[]): { amounts: bigint[]; actual: bigint } {
  const amounts = rows.map(({ amountMicros }) => amountMicros).sort((a, b) => (a < b ? -1 : 1));
  return { amounts, actual: rows[0]?.actualMicros ?? 0n };
}

/** Writes down what was sent by itself. */
function record(
  tx: Transaction,
  line: Pick<Parameters<typeof recordActivity>[1], "accountId" | "action" | "details">,
  now: Date,
): Promise<void> {
  const actor = { accountId: line.accountId, address: NO_ADDRESS };
  return recordActivity(tx, { ...line, actor }, now);
}

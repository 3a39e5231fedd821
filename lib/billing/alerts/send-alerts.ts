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

/** The time after a period's end in which a charge of the period may still be committed. */
const LATE_MS = 10 * 60_000;

/**
 * Enqueues an email for each account whose balance has fallen below alerts (rules: low balance). It enqueues another
 * for each account whose charges of a New Zealand day or month have passed alerts (rules: spending alerts). Alerts
 * that are crossed together are one email. One transaction for each account writes the email, the activity and the
 * mark, so that two servers, or a killed one, send it once.
 * @returns the number of emails.
 * @throws the first error of an account, after all other accounts have been processed.
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
    // Charges of the last moments before a period's end are seen after it, even if no server was running in between.
    for (const watched of [periodBefore(period), period]) {
      const passed = await db.query<AccountRow>(passedAccountsStatement(watched));
      sent += await sendEach(passed, (tx, accountId) => sendPassed(tx, accountId, watched, now));
    }
    // A failed account must still get its email for the previous period.
    if (errors.length > 0) continue;
    if (now.getTime() - period.start.getTime() >= LATE_MS) await db.query(watchFromStatement(period));
  }
  if (errors.length > 0) throw errors[0];
  return sent;
}

type AccountRow = { accountId: number };

/** Enqueues the email of an account's crossed alerts. Returns whether there were any. */
type Send = (tx: Transaction, accountId: number) => Promise<boolean>;

/**
 * Enqueues the emails of accounts, each in a separate transaction. Returns the number of emails.
 * @param errors gets an account's error, and the next accounts are still processed.
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

/** Returns the crossed amounts, the lowest first, and the amount that they were compared with. */
function crossed(rows: readonly CrossedRow[]): { amounts: bigint[]; actual: bigint } {
  const amounts = rows.map(({ amountMicros }) => amountMicros).sort((a, b) => (a < b ? -1 : 1));
  return { amounts, actual: rows[0]?.actualMicros ?? 0n };
}

/** Records an alert that the gateway sent by itself. */
function record(
  tx: Transaction,
  line: Pick<Parameters<typeof recordActivity>[1], "accountId" | "action" | "details">,
  now: Date,
): Promise<void> {
  const actor = { accountId: line.accountId, address: NO_ADDRESS };
  return recordActivity(tx, { ...line, actor }, now);
}

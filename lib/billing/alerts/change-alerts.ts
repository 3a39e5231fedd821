import { type AlertRow, alertsStatement } from "@/lib/billing/alerts/alerts.sql";
import { periodAt } from "@/lib/billing/alerts/periods";
import { MAX_ALERTS } from "@/lib/contracts/base/values";
import type { AlertKind, AlertRecord } from "@/lib/contracts/members/billing";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId, newId } from "@/lib/ids";
import { parseDollars, toDecimal } from "@/lib/money";
import { formatNz, nzDate } from "@/lib/sms/nz-time";

/**
 * Lists the alerts of an account: balances from the highest, then charges of a day and of a month from the lowest.
 */
export async function listAlerts(db: Queryable, accountId: number, now: Date): Promise<AlertRecord[]> {
  const rows = await db.query<AlertRow>(alertsStatement(accountId));
  const today = nzDate(now);
  const of = (wanted: AlertKind) => rows.filter(({ kind }) => kind === wanted);
  return [...of("balance").toReversed(), ...of("day"), ...of("month")].map((row) => ({
    id: row.id,
    kind: row.kind,
    amount: toDecimal(row.amountMicros),
    sentAt: row.sentAt && formatNz(row.sentAt),
    isSent: row.periodStart === null ? row.sentAt !== null : row.periodStart > today,
  }));
}

/**
 * Adds an alert (rules: low balance, spending alerts). The charges of the current period count for it.
 * @param tx a transaction that has locked the account.
 * @param amount a decimal text of dollars.
 * @throws GatewayError `conflict` if the account already has this alert, or too many of its kind.
 */
export async function addAlert(
  tx: Transaction,
  accountId: number,
  { kind, amount }: { kind: AlertKind; amount: string },
  now: Date,
): Promise<void> {
  const others = await tx.prisma.usageAlert.findMany({ where: { accountId, kind } });
  const amountMicros = parseDollars(amount);
  refuseTwice(others, amountMicros);
  if (others.length >= MAX_ALERTS)
    throw new GatewayError("conflict", `You can have ${MAX_ALERTS} alerts of each kind. Remove one first.`);
  const watch = { amountMicros, periodStart: firstPeriod(kind, now) };
  await tx.prisma.usageAlert.create({ data: { id: newId(), accountId, kind, createdAt: now, ...watch } });
}

/**
 * Changes the amount of an alert, and rearms it for the new amount.
 * @param tx a transaction that has locked the account.
 * @returns the alert's kind, and whether the amount has changed.
 * @throws GatewayError `not_found`; `conflict` if another alert of the account has this amount.
 */
export async function changeAlert(
  tx: Transaction,
  accountId: number,
  { id, amount }: { id: string; amount: string },
  now: Date,
): Promise<{ kind: AlertKind; isChanged: boolean }> {
  const { kind, amountMicros: before } = await findAlert(tx, accountId, id);
  const amountMicros = parseDollars(amount);
  if (amountMicros === before) return { kind, isChanged: false };
  refuseTwice(await tx.prisma.usageAlert.findMany({ where: { accountId, kind } }), amountMicros);
  const data = { amountMicros, sentAt: null, periodStart: firstPeriod(kind, now) };
  await tx.prisma.usageAlert.update({ where: { id }, data });
  return { kind, isChanged: true };
}

/**
 * Removes an alert.
 * @param tx a transaction that has locked the account.
 * @returns the removed alert.
 * @throws GatewayError `not_found`.
 */
export async function removeAlert(
  tx: Transaction,
  accountId: number,
  id: string,
): Promise<{ kind: AlertKind; amount: string }> {
  const { kind, amountMicros } = await findAlert(tx, accountId, id);
  await tx.prisma.usageAlert.delete({ where: { id } });
  return { kind, amount: toDecimal(amountMicros) };
}

async function findAlert(tx: Transaction, accountId: number, id: string) {
  const alert = isId(id) ? await tx.prisma.usageAlert.findFirst({ where: { id, accountId } }) : null;
  if (!alert) throw new GatewayError("not_found", "There is no such alert.");
  return alert;
}

function refuseTwice(others: readonly { amountMicros: bigint }[], amountMicros: bigint): void {
  if (others.some((other) => other.amountMicros === amountMicros))
    throw new GatewayError("conflict", "You already have an alert at this amount.");
}

/** Returns the first day that counts; null for a balance alert. */
function firstPeriod(kind: AlertKind, now: Date): Date | null {
  return kind === "balance" ? null : new Date(periodAt(kind, now).firstDay);
}

import type { AlertKind } from "@/lib/contracts/members/billing";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { testAccount } from "@/tests/support/server/gateway";

/** Creates an account with alerts, at a time in the day or month that begins on `firstDay`. */
export async function alerted(
  kind: AlertKind,
  amounts: readonly bigint[],
  { balanceMicros = 10_000_000n, firstDay = "2026-11-01" } = {},
): Promise<number> {
  const { accountId } = await testAccount({ balanceMicros });
  for (const amountMicros of amounts) await addAlertRow(accountId, kind, amountMicros, firstDay);
  return accountId;
}

/** Inserts an alert of an account. Returns its ID. */
export async function addAlertRow(
  accountId: number,
  kind: AlertKind,
  amountMicros: bigint,
  firstDay = "2026-11-01",
): Promise<string> {
  const periodStart = kind === "balance" ? null : new Date(firstDay);
  const data = { id: newId(), accountId, kind, amountMicros, createdAt: new Date(firstDay), periodStart };
  return (await db().prisma.usageAlert.create({ data })).id;
}

/** Returns the emails to an account, the oldest first. */
export function emailsOf(accountId: number) {
  return db().prisma.email.findMany({ where: { accountId }, orderBy: { id: "asc" } });
}

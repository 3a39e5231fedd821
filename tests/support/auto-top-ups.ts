import type { PauseReason } from "@/lib/contracts/base/values";
import { db } from "@/lib/db/client";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

const DOLLAR = 1_000_000n;

/** The settings of an account's auto top-up, in dollars. */
type TopUpSettings = {
  balance?: bigint;
  amount?: bigint;
  below?: bigint;
  perDay?: number;
  month?: bigint;
  state?: "on" | "off" | "paused";
  pausedFor?: PauseReason;
};

/** Creates an account with a saved card. By default its auto top-up pays NZ$50 below NZ$20. */
export async function topped(given: TopUpSettings = {}): Promise<TestAccount> {
  const { balance = 10n, amount = 50n, below = 20n, perDay = 3, month = 500n, state = "on" } = given;
  const account = await testAccount({ balanceMicros: balance * DOLLAR });
  const { accountId } = account;
  await saveCard(accountId);
  const amounts = { amountMicros: amount * DOLLAR, belowMicros: below * DOLLAR, monthMicros: month * DOLLAR };
  const paused =
    state === "paused" ? { pausedFor: given.pausedFor ?? "declined", pausedAt: new Date(0) } : {};
  await db().prisma.autoTopUp.create({ data: { accountId, state, ...amounts, perDay, ...paused } });
  return account;
}

/** Saves a card for an account. */
export async function saveCard(accountId: number, methodId = `pm_of_${accountId}`): Promise<void> {
  const card = { brand: "Visa", lastFour: "4242", expMonth: 12, expYear: 2030 };
  const data = { accountId, customerId: `cus_of_${accountId}`, methodId, ...card, toldAt: new Date(0) };
  await db().prisma.savedCard.create({ data });
}

/** Returns the outcomes of an account's payments, the oldest first. */
export async function paymentsOf(accountId: number): Promise<(string | null)[]> {
  const rows = await db().prisma.autoTopUpPayment.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  return rows.map(({ outcome, reason }) => (reason ? `${outcome}: ${reason}` : outcome));
}

/** Returns the state of an account's auto top-up, with the reason for a pause. */
export async function stateOf(accountId: number): Promise<string> {
  const { state, pausedFor } = await db().prisma.autoTopUp.findUniqueOrThrow({ where: { accountId } });
  return pausedFor ? `${state}: ${pausedFor}` : state;
}

/** Returns the kinds of the emails to an account, the oldest first. */
export async function mailOf(accountId: number): Promise<string[]> {
  const rows = await db().prisma.email.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  return rows.map(({ kind }) => kind);
}

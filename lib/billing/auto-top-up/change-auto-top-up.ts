import {
  type AutoTopUpRow,
  autoTopUpStatement,
  type CardColumns,
} from "@/lib/billing/auto-top-up/read-auto-top-up.sql";
import type { PauseReason } from "@/lib/contracts/base/values";
import type { AutoTopUpFacts, AutoTopUpSettings } from "@/lib/contracts/members/auto-top-up";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { MICROS_PER_DOLLAR, toDecimal } from "@/lib/money";
import { formatNz, nzDate, nzMonth } from "@/lib/sms/nz-time";

const NOT_PAUSED = { pausedFor: null, pausedAt: null, limitKind: null, limitUntil: null };

const micros = (dollars: number) => BigInt(dollars) * MICROS_PER_DOLLAR;
const dollars = (amount: bigint) => Number(amount / MICROS_PER_DOLLAR);

/** Reads an account's saved card and its auto top-up (rules: auto top-up). */
export async function readAutoTopUp(
  db: Queryable,
  accountId: number,
  now: Date,
): Promise<Omit<AutoTopUpFacts, "available">> {
  const [row] = await db.query<AutoTopUpRow>(autoTopUpStatement(accountId, nzMonth(now).start));
  if (!row) throw new Error("The member's account is gone.");
  const chosen = row.state === null ? null : row;
  const isLimited = chosen?.state === "on" && chosen.limitUntil !== null && chosen.limitUntil > now;
  return {
    card: cardOf(row, now),
    settings: chosen && {
      amount: dollars(chosen.amountMicros),
      below: dollars(chosen.belowMicros),
      perDay: chosen.perDay,
      perMonth: dollars(chosen.monthMicros),
    },
    state: (chosen?.state ?? "off") as AutoTopUpFacts["state"],
    pausedFor: (chosen?.pausedFor ?? null) as PauseReason | null,
    pausedAt: chosen?.pausedAt ? formatNz(chosen.pausedAt) : null,
    limit:
      isLimited && chosen.limitUntil
        ? { kind: chosen.limitKind as "day" | "month", until: formatNz(chosen.limitUntil) }
        : null,
    isPaying: row.isPaying,
    paidThisMonth: toDecimal(row.paidMicros),
  };
}

function cardOf(card: CardColumns, now: Date): AutoTopUpFacts["card"] {
  if (!card.brand || !card.lastFour || !card.expMonth || !card.expYear) return null;
  const { brand, lastFour } = card;
  const month = String(card.expMonth).padStart(2, "0");
  // A card is valid until the last day of its month.
  const isExpired = `${card.expYear}-${month}` < nzDate(now).slice(0, 7);
  return { brand, lastFour, expires: `${month}/${card.expYear}`, isExpired };
}

/**
 * Saves the amounts and limits of auto top-up, and turns it on if it was off. A paused one stays paused.
 * @param tx a transaction that has locked the account.
 * @returns the new state.
 * @throws GatewayError `conflict` without a card; `invalid_parameter` if one payment exceeds the monthly limit.
 */
export async function saveAutoTopUp(
  tx: Transaction,
  accountId: number,
  { amount, below, perDay, perMonth }: AutoTopUpSettings,
): Promise<string> {
  if (perMonth < amount)
    throw new GatewayError("invalid_parameter", "The monthly limit must be at least one top-up.");
  await requireCard(tx, accountId);
  const before = await tx.prisma.autoTopUp.findUnique({ where: { accountId } });
  const isPaused = before?.state === "paused";
  const chosen = {
    amountMicros: micros(amount),
    belowMicros: micros(below),
    perDay,
    monthMicros: micros(perMonth),
    ...(isPaused ? { state: "paused" } : { state: "on", ...NOT_PAUSED }),
  };
  await tx.prisma.autoTopUp.upsert({
    where: { accountId },
    create: { accountId, ...chosen },
    update: chosen,
  });
  tx.wake("top-ups");
  return chosen.state;
}

/**
 * Turns auto top-up off. A payment in progress is not stopped.
 * @param tx a transaction that has locked the account.
 * @returns whether it was on or paused before.
 */
export async function stopAutoTopUp(tx: Transaction, accountId: number): Promise<boolean> {
  const { count } = await tx.prisma.autoTopUp.updateMany({
    where: { accountId, state: { not: "off" } },
    data: { state: "off", ...NOT_PAUSED },
  });
  return count > 0;
}

/**
 * Turns a paused auto top-up on again.
 * @param tx a transaction that has locked the account.
 * @returns whether it was paused. One that is on stays on.
 * @throws GatewayError `conflict` if it is off, or without a card.
 */
export async function resumeAutoTopUp(tx: Transaction, accountId: number): Promise<boolean> {
  const before = await tx.prisma.autoTopUp.findUnique({ where: { accountId }, select: { state: true } });
  if (before?.state === "on") return false;
  if (before?.state !== "paused") throw new GatewayError("conflict", "Auto top-up is off.");
  await requireCard(tx, accountId);
  await tx.prisma.autoTopUp.update({ where: { accountId }, data: { state: "on", ...NOT_PAUSED } });
  tx.wake("top-ups");
  return true;
}

async function requireCard(tx: Transaction, accountId: number): Promise<void> {
  const card = await tx.prisma.savedCard.findUnique({ where: { accountId }, select: { methodId: true } });
  if (!card?.methodId) throw new GatewayError("conflict", "Save a card first.");
}

import { beginAutoPayment } from "@/lib/billing/auto-top-up/begin-payment";
import { type ChargeResult, chargeCard, findCharge } from "@/lib/billing/auto-top-up/charge-card";
import {
  type ClaimedPayment,
  claimPaymentsStatement,
  lowAccountsStatement,
  NEXT_PAYMENT_STATEMENT,
  type OpenPayment,
} from "@/lib/billing/auto-top-up/payments.sql";
import {
  cancelAutoPayment,
  creditAutoPayment,
  refuseAutoPayment,
} from "@/lib/billing/auto-top-up/settle-payment";
import { detachCards } from "@/lib/billing/cards/detach-cards";
import type { CardSettings } from "@/lib/billing/cards/stripe-client";
import type { Database } from "@/lib/db/client";

/** The most concurrent payments. */
const BATCH = 20;

/**
 * The time for which a payment's result is looked up at Stripe. Stripe remembers an idempotency key for 24 hours:
 * until then the same key makes no second payment.
 */
export const GIVE_UP_MS = 23 * 3_600_000;

/**
 * Tops up the accounts whose balance has fallen too low (rules: auto top-up). It also looks up payments with an
 * unknown result, and detaches unused cards at Stripe. Several servers may run it concurrently.
 * @returns whether there may be more to do, and the time at which the next payment is looked up again.
 * @throws the first error of the database, after all have been tried.
 */
export async function runAutoTopUps(
  db: Database,
  settings: CardSettings,
  now: Date,
): Promise<{ more: boolean; nextAt: Date | null }> {
  const claimed = await db.query<ClaimedPayment>(claimPaymentsStatement(now, BATCH));
  const low = await db.query<{ accountId: number }>(lowAccountsStatement(now, BATCH));
  const ended = await Promise.allSettled([
    ...claimed.map((payment) => lookAfter(db, settings, payment, now)),
    ...low.map(({ accountId }) => topUpOne(db, settings, accountId, now)),
  ]);
  for (const result of ended) if (result.status === "rejected") throw result.reason;
  const isMore = await detachCards(db, settings, now);
  const [next] = await db.query<{ at: Date | null }>(NEXT_PAYMENT_STATEMENT);
  const more = isMore || claimed.length === BATCH || low.length === BATCH;
  return { more, nextAt: next?.at ?? null };
}

async function topUpOne(db: Database, settings: CardSettings, accountId: number, now: Date): Promise<void> {
  const payment = await beginAutoPayment(db, accountId, now);
  if (payment) await settle(db, payment, await chargeCard(settings, payment), now);
}

/**
 * Looks up a payment that may have been made. If Stripe does not have it and it is still needed, it is made again.
 */
async function lookAfter(
  db: Database,
  settings: CardSettings,
  payment: ClaimedPayment,
  now: Date,
): Promise<void> {
  const found = await findCharge(settings, payment);
  const isLate = now.getTime() - payment.createdAt.getTime() > GIVE_UP_MS;
  if (isLate && (found === null || found.kind === "unknown")) {
    await refuseAutoPayment(db, { id: payment.id, reason: "unanswered", paymentId: null }, now);
    return;
  }
  if (found === null && !payment.isNeeded) return cancelAutoPayment(db, payment.id);
  await settle(db, payment, found ?? (await chargeCard(settings, payment)), now);
}

async function settle(db: Database, { id }: OpenPayment, result: ChargeResult, now: Date): Promise<void> {
  if (result.kind === "paid") await creditAutoPayment(db, result.paid, now);
  if (result.kind === "refused") await refuseAutoPayment(db, { id, ...result }, now);
}

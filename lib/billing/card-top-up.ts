import Stripe from "stripe";
import { topUp } from "@/lib/billing/top-up";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { log } from "@/lib/log";
import { MICROS_PER_DOLLAR } from "@/lib/money";

/** What is needed to take payments. `server` is another address than Stripe's own, for tests. */
export type CardSettings = {
  secretKey: string;
  webhookSecret: string;
  /** Where people are led back to. */
  appUrl: string;
  server?: { protocol: "http"; host: string; port: number };
};

const TIMEOUT_MS = 15_000;

function stripe({ secretKey, server = undefined }: CardSettings): Stripe {
  return new Stripe(secretKey, {
    ...(server ?? {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/**
 * Begins a payment by card: the address of a page of Stripe's where it is made. The balance grows when Stripe tells us
 * that it has been paid, and not before.
 * @param dollars a whole number within `CARD_DOLLARS`.
 * @throws whatever Stripe's library throws.
 */
export async function beginCardTopUp(
  settings: CardSettings,
  account: { accountId: number; email: string },
  dollars: number,
): Promise<string> {
  const session = await stripe(settings).checkout.sessions.create({
    mode: "payment",
    client_reference_id: String(account.accountId),
    customer_email: account.email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "nzd",
          unit_amount: dollars * 100,
          product_data: { name: "Messaging Gateway top-up" },
        },
      },
    ],
    success_url: `${settings.appUrl}/billing?paid=yes`,
    cancel_url: `${settings.appUrl}/billing?paid=no`,
  });
  if (!session.url) throw new Error("Stripe gave no address to pay at.");
  return session.url;
}

/** Events that say that a payment is there; cards pay at once, some other means later. */
const PAID = ["checkout.session.completed", "checkout.session.async_payment_succeeded"];

/**
 * Takes what Stripe tells of payments. A payment is credited once, however often it is told of, by its session.
 * @param body the request's body as it arrived.
 * @returns what was done: `credited`, `repeated`, or `ignored` for what is no payment of ours.
 * @throws GatewayError `invalid_request` for a signature that is not Stripe's, or older than five minutes.
 */
export async function takeCardEvent(
  db: Database,
  settings: CardSettings,
  body: string,
  signature: string | null,
  now: Date,
): Promise<"credited" | "repeated" | "ignored"> {
  const event = verified(settings, body, signature);
  if (!PAID.includes(event.type)) return "ignored";
  const session = event.data.object as Stripe.Checkout.Session;
  const { id, client_reference_id: accountId, payment_status, currency, amount_total: cents } = session;
  if (payment_status !== "paid" || currency !== "nzd" || !cents || !/^\d{1,9}$/.test(accountId ?? "")) {
    return "ignored";
  }
  const micros = (BigInt(cents) * MICROS_PER_DOLLAR) / 100n;
  const balance = await topUp(db, Number(accountId), micros, "Top-up by card", now, id);
  if (balance !== null) return "credited";
  const known = await db.prisma.ledgerEntry.findUnique({ where: { reference: id }, select: { id: true } });
  if (!known) log().error({ session: id, accountId }, "a card payment belongs to no account");
  return known ? "repeated" : "ignored";
}

function verified(settings: CardSettings, body: string, signature: string | null): Stripe.Event {
  try {
    return stripe(settings).webhooks.constructEvent(body, signature ?? "", settings.webhookSecret);
  } catch {
    throw new GatewayError("invalid_request", "The signature is not valid.");
  }
}

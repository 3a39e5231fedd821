import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import { type CardOutcome, takeCardEvent } from "@/lib/billing/card-events/take-card-event";
import { type Database, db } from "@/lib/db/client";

const SECRET = "whsec_of_the_tests";

export const STRIPE_SETTINGS = {
  secretKey: "sk_test_x",
  webhookSecret: SECRET,
  appUrl: "https://sms.example.com",
};

/** Signs a body as Stripe does. */
export function signAsStripe(
  body: string,
  secret = SECRET,
  timestamp = Math.floor(Date.now() / 1000),
): string {
  return new Stripe("sk_test_x").webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
}

/** Returns a paid session of ours, in the form of events and of Stripe's API. */
export function paidSession(accountId: number, payment: string, cents = 5_000) {
  return {
    id: `cs_${payment}`,
    object: "checkout.session",
    mode: "payment",
    payment_status: "paid",
    currency: "nzd",
    amount_total: cents,
    client_reference_id: String(accountId),
    payment_intent: payment,
    metadata: { purpose: "gateway_top_up", account_id: String(accountId), amount_cents: String(cents) },
  };
}

/**
 * Provides a test file with a Stripe. It returns the sessions that the test puts into `sessions`, or fails
 * with `status`.
 */
export function useStripe() {
  const stripe = { sessions: new Map<string, object>(), asked: 0, status: 200 };
  const server = createServer((request, response) => {
    stripe.asked++;
    const payment = new URL(request.url ?? "/", "http://stripe.test").searchParams.get("payment_intent");
    const session = stripe.sessions.get(payment ?? "");
    response.statusCode = stripe.status;
    response.setHeader("content-type", "application/json");
    const list = { object: "list", data: session ? [session] : [], has_more: false };
    response.end(JSON.stringify(stripe.status === 200 ? list : { error: { message: "It fails." } }));
  });
  beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
  afterAll(() => new Promise((closed) => server.close(closed)));

  /** Sends the gateway an event, over the database connection of another server if one is given. */
  const tell = (event: object, server_: Database = db()): Promise<CardOutcome> => {
    const { port } = server.address() as AddressInfo;
    const settings = { ...STRIPE_SETTINGS, server: { protocol: "http", host: "127.0.0.1", port } as const };
    const body = JSON.stringify(event);
    return takeCardEvent(server_, settings, { body, signature: signAsStripe(body) }, new Date());
  };
  return Object.assign(stripe, { tell });
}

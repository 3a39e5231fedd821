import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type CardOutcome, takeCardEvent } from "@/lib/billing/card-events/take-card-event";
import type { CardSettings } from "@/lib/billing/cards/stripe-client";
import { type Database, db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { STRIPE_SETTINGS, signAsStripe } from "@/tests/support/stripe";

/** The bank's behaviour for the next payments. */
type Bank = "pays" | "declines" | "asks" | "expired" | "asks later" | "processes";

/**
 * Stripe's behaviour for requests: it loses the response after the work, fails before the work, or knows no
 * such card.
 */
type Trouble = "none" | "loses answers" | "fails" | "no such card";

/** A payment intent, with the fields that the gateway reads. */
export type FakeIntent = {
  id: string;
  object: "payment_intent";
  amount: number;
  currency: string;
  customer: string;
  status: string;
  metadata: Record<string, string>;
  last_payment_error: object | null;
};

type Answer = { status: number; body: object };

const REFUSALS: Partial<Record<Bank, object>> = {
  declines: { code: "card_declined", decline_code: "insufficient_funds" },
  asks: { code: "authentication_required", decline_code: "authentication_required" },
  expired: { code: "expired_card" },
};

/** A fake of Stripe for saved cards. It repeats its first response to an idempotency key. */
class FakeStripe {
  readonly settings: CardSettings = { ...STRIPE_SETTINGS };
  bank: Bank = "pays";
  trouble: Trouble = "none";
  intents: FakeIntent[] = [];
  /** Every request, such as `POST /v1/payment_intents`. */
  asked: string[] = [];
  /** The body of every POST. */
  sent: URLSearchParams[] = [];
  detached: string[] = [];
  customers = 0;
  /** Awaited before the response to a payment. */
  before: () => Promise<void> = async () => {};
  private readonly answers = new Map<string, Answer>();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async listen(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening));
    const { port } = this.server.address() as AddressInfo;
    this.settings.server = { protocol: "http", host: "127.0.0.1", port };
  }

  close(): Promise<unknown> {
    return new Promise((closed) => this.server.close(closed));
  }

  forget(): void {
    this.answers.clear();
    this.before = async () => {};
    Object.assign(this, { bank: "pays", trouble: "none", customers: 0 });
    Object.assign(this, { intents: [], asked: [], sent: [], detached: [] });
  }

  /** Sends the gateway an event, over the database connection of another server if one is given. */
  tell(
    type: string,
    object: object,
    { at = new Date(), on = db() }: { at?: Date; on?: Database } = {},
  ): Promise<CardOutcome> {
    const created = Math.floor(at.getTime() / 1000);
    const body = JSON.stringify({ id: `evt_${newId()}`, object: "event", type, created, data: { object } });
    return takeCardEvent(on, this.settings, { body, signature: signAsStripe(body) }, at);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url ?? "/", "http://stripe.test");
    const place = `${request.method} ${url.pathname}`;
    const body = new URLSearchParams(text);
    this.asked.push(place);
    if (request.method === "POST") this.sent.push(body);
    const made =
      this.trouble === "fails" ? FAILURE : this.answerOnce(request, () => this.answerTo(place, body, url));
    if (place === "POST /v1/payment_intents") await this.before();
    if (this.trouble === "loses answers") return void request.socket.destroy();
    response.writeHead(made.status, { "content-type": "application/json", "stripe-should-retry": "false" });
    response.end(JSON.stringify(made.body));
  }

  private answerOnce({ headers }: IncomingMessage, make: () => Answer): Answer {
    const key = headers["idempotency-key"];
    const made = (typeof key === "string" && this.answers.get(key)) || make();
    if (typeof key === "string") this.answers.set(key, made);
    return made;
  }

  private answerTo(place: string, body: URLSearchParams, { searchParams, pathname }: URL): Answer {
    const [, , , id = "", deed] = pathname.split("/");
    if (deed === "detach") this.detached.push(id);
    switch (id ? place.replace(id, ":id") : place) {
      case "POST /v1/payment_intents":
        return this.pay(body);
      case "GET /v1/payment_intents":
        return listOf(this.intents.filter(({ customer }) => customer === searchParams.get("customer")));
      case "GET /v1/payment_intents/:id":
        return found(this.intents.find((intent) => intent.id === id));
      case "POST /v1/customers":
        return found({ id: `cus_${++this.customers}`, object: "customer" });
      case "POST /v1/checkout/:id":
        if (body.get("customer") === "cus_gone") return missing("customer");
        return found({ id: "cs_1", object: "checkout.session", url: "https://pay.example/cs_1" });
      case "GET /v1/checkout/:id":
        return listOf([]);
      case "GET /v1/setup_intents/:id":
        return found({ id, object: "setup_intent", status: "succeeded", payment_method: methodOf(id) });
      case "POST /v1/payment_methods/:id/detach":
        return id === "pm_unknown" ? missing("payment_method") : found({ object: "payment_method" });
      default:
        return missing("path");
    }
  }

  private pay(body: URLSearchParams): Answer {
    if (this.trouble === "no such card") return missing("payment_method");
    const metadata = Object.fromEntries(
      [...body].flatMap(([name, value]) => {
        const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return field ? [[field, value]] : [];
      }),
    );
    const refusal = REFUSALS[this.bank];
    const error = refusal ? { type: "card_error", message: "No.", ...refusal } : null;
    const intent: FakeIntent = {
      id: `pi_${this.intents.length + 1}_${metadata.auto_top_up}`,
      object: "payment_intent",
      amount: Number(body.get("amount")),
      currency: body.get("currency") ?? "",
      customer: body.get("customer") ?? "",
      metadata,
      last_payment_error: error,
      status: STATUSES[this.bank] ?? "requires_payment_method",
    };
    this.intents.push(intent);
    if (!error) return found(intent);
    return { status: 402, body: { error: { ...error, payment_intent: intent } } };
  }
}

const STATUSES: Partial<Record<Bank, string>> = {
  pays: "succeeded",
  "asks later": "requires_action",
  processes: "processing",
};

const FAILURE: Answer = { status: 500, body: { error: { type: "api_error", message: "It fails." } } };

function missing(param: string): Answer {
  const error = {
    type: "invalid_request_error",
    code: "resource_missing",
    param,
    message: "It is not there.",
  };
  return { status: 404, body: { error } };
}

const found = (object: object | undefined): Answer =>
  object ? { status: 200, body: object } : missing("id");

const listOf = (data: readonly object[]) => found({ object: "list", data, has_more: false });

/** Returns the card that a setup intent saved: the two IDs have the same end. */
function methodOf(setupIntent: string) {
  const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 };
  return { id: setupIntent.replace("seti", "pm"), object: "payment_method", type: "card", card };
}

/** Provides a test file with a fake Stripe, which is reset before each test. */
export function useFakeStripe(): FakeStripe {
  const stripe = new FakeStripe();
  beforeAll(() => stripe.listen());
  beforeEach(() => stripe.forget());
  afterAll(() => stripe.close());
  return stripe;
}

import { keyQuery } from "@/lib/contracts/integrations/parameters";
import { type StorefrontResponse, storefrontOperation } from "@/lib/contracts/integrations/storefront";
import { GatewayError } from "@/lib/errors";
import type { Owner } from "@/lib/integrations/find-owner";
import type { IncomingCall, Integration, SendIntent } from "@/lib/integrations/integration";
import { byQuery } from "@/lib/integrations/kinds/query-credentials";
import { statusOf } from "@/lib/integrations/kinds/sent-response";
import { type Fields, readFields } from "@/lib/integrations/read-body";
import { firstTaken } from "@/lib/integrations/run";
import { firstText } from "@/lib/integrations/storefront/fields";
import { orderOf, readOrder } from "@/lib/integrations/storefront/order";
import { isSignedByShop } from "@/lib/integrations/storefront/signature";
import { isTopic, topicSettings } from "@/lib/integrations/storefront/topic-settings";

const KIND = "storefront";

/**
 * The time for which a delivered event is remembered (rules: storefront repeats). Shops repeat one for two days at
 * most.
 */
const EVENT_KEPT_MS = 30 * 24 * 3_600_000;

/** The integration for events of orders (rules: storefront). Once the caller is verified, the shop gets no errors. */
export const storefront: Integration<null> = {
  kind: KIND,
  operation: storefrontOperation,
  authenticate: async (call) => {
    const owner = await byQuery(call, KIND, keyQuery, "key").catch(asFailedAuthentication);
    return { owner: { ...owner, refusal: await refusalOf(call, owner) }, body: null };
  },
  read: readEvent,
  answer: (sent): StorefrontResponse => {
    const first = firstTaken(sent);
    if (!first) throw new Error("An event has one recipient.");
    return { success: true, message_id: first.message_id, status: statusOf(first), parts: first.parts };
  },
  skip: (why): StorefrontResponse => ({ success: true, skipped: why }),
  excuse: (error) => {
    // The shop repeats an event only if it gets an error.
    if (isOurs(error)) return undefined;
    return error.code === "idempotency_conflict"
      ? "This event was delivered before, and sent with another text."
      : error.message;
  },
};

/** The most bytes of a ping: its name and a number. */
const MAX_PING_BYTES = 64;

/** Returns whether a call failed because of the service, so that the same call may succeed later. */
function isOurs(error: GatewayError): boolean {
  return error.status >= 500;
}

/**
 * Throws the errors that a shop gets: 401, 429, and errors that make it repeat the event
 * (rules: storefront, integration errors).
 */
function asFailedAuthentication(error: unknown): never {
  if (!(error instanceof GatewayError) || isOurs(error) || error.code === "too_many_requests") throw error;
  throw new GatewayError("invalid_key", error.message);
}

async function refusalOf(call: IncomingCall, owner: Owner): Promise<GatewayError | null> {
  if (owner.refusal) return new GatewayError("invalid_key", owner.refusal.message);
  if (await isPing(call, owner).catch(asUnsigned)) return null;
  if (await isSignedByShop(call, owner).catch(asUnsigned)) return null;
  return new GatewayError("invalid_key", "The body is not signed with the shop's secret.");
}

/** Returns false for a body that is too large to be read: its signature cannot be verified. */
function asUnsigned(error: unknown): false {
  if (error instanceof GatewayError && !isOurs(error)) return false;
  throw error;
}

/**
 * Returns whether the call is WooCommerce's test of the address, when a webhook is saved (rules: shop signatures).
 * The test is not signed, and WooCommerce would switch the webhook off after a 401.
 */
async function isPing(call: IncomingCall, owner: Owner): Promise<boolean> {
  const body = await call.bytes(owner);
  return (
    body.length <= MAX_PING_BYTES && /^webhook_id=\d+$/.test(Buffer.from(body).toString("latin1").trim())
  );
}

async function readEvent(call: IncomingCall, owner: Owner): Promise<SendIntent> {
  // Ignore the rest of its content: it is not signed.
  if (await isPing(call, owner)) return { skipped: "WooCommerce tested this address." };
  const event = await readFields(await call.bytes(owner), call.header("content-type"));
  const topic = topicOf(call, event);
  if (topic === undefined) return { skipped: "The event has no topic." };
  if (!isTopic(topic)) return { skipped: `${topic} is not a topic that sends texts.` };
  const { enabled, template } = topicSettings(owner.topics)[topic];
  if (!enabled) return { skipped: `${topic} is switched off.` };
  const order = orderOf(event);
  const read = readOrder(topic, order, { name: owner.accountName, country: owner.country, template });
  return "skipped" in read ? read : { ...read, repeatKey: eventKey(call, topic, order) };
}

function topicOf(call: IncomingCall, event: Fields): string | undefined {
  const headers = [call.header("x-shopify-topic"), call.header("x-wc-webhook-topic")];
  return firstText(...headers, event.topic)
    ?.slice(0, 60)
    .toWellFormed()
    .toLowerCase();
}

/**
 * Returns the shop's name of this delivery, which its repeats share (rules: storefront repeats); null if it has none.
 * WooCommerce builds the name from the second of the delivery: orders of one second differ only by their own ids.
 */
function eventKey(
  { header }: IncomingCall,
  topic: string,
  { id }: Fields,
): { key: string; keptMs: number } | null {
  const shopify = header("x-shopify-webhook-id");
  const delivery = shopify ?? header("x-wc-webhook-delivery-id");
  if (!delivery) return null;
  const names = [shopify ? "shopify" : "woocommerce", delivery, topic, typeof id === "object" ? "" : id];
  return { key: JSON.stringify(names), keptMs: EVENT_KEPT_MS };
}

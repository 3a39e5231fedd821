import type { BulkSendResponse, SendFailure, SendResponse } from "@/lib/contracts/send";
import type { Item } from "@/lib/messages/submission";
import { toDollars } from "@/lib/money";
import { type Network, networkOf } from "@/lib/numbers/network";
import type { Encoding } from "@/lib/sms/encoding";
import { isNewZealand } from "@/lib/sms/msisdn";

/** A recipient as the caller wrote it, and as it is addressed; null where it cannot be. */
export type Recipient = { given: string; msisdn: string | null };

/** What the messages of one request have in common. */
export type SendFacts = {
  sender: string;
  text: string;
  encoding: Encoding;
  parts: number;
  truncated: boolean;
  heldHosts: readonly string[];
  /** The end of the night that New Zealand numbers wait for; null by day. */
  nightEndsAt: Date | null;
  /** That end as a New Zealand time of day, `07:00`. */
  quietEnd: string;
  networks: ReadonlyMap<string, Network>;
};

const UNADDRESSABLE = "is not a phone number of 6 to 15 digits in international form.";

/** Why a recipient cannot be addressed, to follow its name. */
export function unaddressable(given: string): string {
  return `'${given.replace(/\p{Cc}/gu, " ").slice(0, 40)}' ${UNADDRESSABLE}`;
}

/** The response for one accepted recipient (spec 2 "Send response"). */
export function acceptedResponse(facts: SendFacts, item: Item, blocked: ReadonlySet<string>): SendResponse {
  return { success: true, ...acceptance(facts, item, blocked.has(item.id)) };
}

/** The response for one recipient in the sandbox: what would be sent and charged. */
export function sandboxResponse(facts: SendFacts, item: Item): SendResponse {
  return {
    success: true,
    ...common(facts, item, "sandbox", `SANDBOX_${item.id}`),
    sandbox: true,
    sandbox_message: facts.text,
    sandbox_encoding: facts.encoding,
    sandbox_would_charge: toDollars(item.netMicros + item.gstMicros),
  };
}

/** The response to a list of recipients, one entry for each in the order of the request. */
export function bulkResponse(
  recipients: readonly Recipient[],
  items: readonly Item[],
  of: (item: Item) => SendResponse,
): BulkSendResponse {
  let next = 0;
  const messages = recipients.map(({ given, msisdn }): SendResponse | SendFailure =>
    msisdn === null
      ? { success: false, to: given, error: "Invalid recipient", message: unaddressable(given) }
      : of(items[next++] as Item),
  );
  return {
    success: items.length > 0,
    messages,
    summary: { total: recipients.length, sent: items.length, failed: recipients.length - items.length },
  };
}

type Accepted = Omit<SendResponse, "success">;

function acceptance(facts: SendFacts, item: Item, isBlocked: boolean): Accepted {
  if (!isBlocked && facts.heldHosts.length > 0) {
    return {
      ...common(facts, item, "held", item.id),
      hold_reason: "unapproved_domain",
      hold_message: "Message held until every domain it links to is approved for this account.",
      held_domains: [...facts.heldHosts],
    };
  }
  if (!isBlocked && facts.nightEndsAt !== null && isNewZealand(item.msisdn)) {
    return {
      ...common(facts, item, "queued", item.id),
      queue_reason: "nighttime",
      queue_message: `Message queued for the night; it will be released at ${clockTime(facts.quietEnd)} New Zealand time.`,
    };
  }
  return common(facts, item, "accepted", item.id);
}

function common(facts: SendFacts, item: Item, status: SendResponse["status"], messageId: string): Accepted {
  const network = networkOf(facts.networks, item.msisdn);
  return {
    status,
    message_id: messageId,
    to: item.msisdn,
    from: facts.sender,
    parts: facts.parts,
    ...(network
      ? { route: network.network, porting: { ported: false, carrier: network.network, source: "prefix" } }
      : {}),
    ...(facts.truncated ? { truncated: true as const } : {}),
  };
}

/** `07:00` as a person says it: `7am`. */
function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes}${hour < 12 ? "am" : "pm"}`;
}

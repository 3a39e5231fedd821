import type { BulkSendResponse, SendFailure, SendResponse } from "@/lib/contracts/gateway/send";
import type { Item, Taken } from "@/lib/messages/accept/submission";
import { EntryList } from "@/lib/messages/send/entry-list";
import { type Recipient, unaddressable } from "@/lib/messages/send/recipients";
import { toDollars } from "@/lib/money";
import { currentNetwork, type Networks } from "@/lib/numbers/network";
import { formatNz } from "@/lib/sms/nz-time";
import { keepsQuietHours } from "@/lib/sms/quiet-hours";
import type { Encoding } from "@/lib/sms/text/encoding";

/** The facts that the messages of one request share, but for those with a text of their own. */
export type SendFacts = {
  sendType: "sms" | "otp" | "appointment";
  sender: string;
  text: string;
  encoding: Encoding;
  parts: number;
  truncated: boolean;
  /** The hosts for which messages are held, of all texts together. */
  heldHosts: readonly string[];
  /** The end of the night, for messages that keep quiet hours (rules: night queue); null by day. */
  nightEndsAt: Date | null;
  /** That end as a New Zealand time of day, `07:00`. */
  quietEnd: string;
  networks: Networks;
  /** Whether a later time was asked for (rules: scheduled sends). */
  isScheduled: boolean;
};

/** The response for one accepted recipient (rules: send response). */
export function acceptedResponse(facts: SendFacts, item: Item, taken: Taken): SendResponse {
  const portedTo = taken.ported.get(item.id);
  return { success: true, ...acceptance(facts, item, taken.blocked.has(item.id), portedTo) };
}

/**
 * The response for one recipient in the sandbox: what would be sent and charged (rules: sandbox).
 * @param portedTo the code of the network that the number was ported to.
 */
export function sandboxResponse(facts: SendFacts, item: Item, portedTo: string | undefined): SendResponse {
  return {
    success: true,
    status: "sandbox",
    message_id: `SANDBOX_${item.id}`,
    ...common(facts, item, portedTo),
    sandbox: true,
    sandbox_message: item.own?.body ?? facts.text,
    sandbox_encoding: item.own?.encoding ?? facts.encoding,
    sandbox_would_charge: toDollars(item.netMicros + item.gstMicros),
  };
}

/** The response to a list of recipients; its entries are made as they are read. */
export type BulkSent = Omit<BulkSendResponse, "messages"> & {
  messages: EntryList<SendResponse | SendFailure>;
};

/**
 * The response to a list of recipients, one entry for each in the order of the request (rules: bulk send).
 */
export function bulkResponse(
  recipients: readonly Recipient[],
  items: readonly Item[],
  of: (item: Item) => SendResponse,
): BulkSent {
  function* entries(): Generator<SendResponse | SendFailure> {
    let next = 0;
    for (const { given, msisdn } of recipients) {
      yield msisdn === null
        ? { success: false, to: given, error: "Invalid recipient", message: unaddressable(given) }
        : of(items[next++] as Item);
    }
  }
  return {
    success: items.length > 0,
    status: "bulk",
    messages: new EntryList(entries),
    summary: { total: recipients.length, sent: items.length, failed: recipients.length - items.length },
  };
}

/** A response with all its entries, for callers that read them more than once. */
export function withEntries(response: SendResponse | BulkSent): SendResponse | BulkSendResponse {
  return "messages" in response ? { ...response, messages: [...response.messages] } : response;
}

type Accepted = Omit<SendResponse, "success">;

/**
 * Held, queued or accepted (rules: held links, night queue, scheduled sends). A blocked recipient counts as accepted and never
 * waits.
 */
function acceptance(
  facts: SendFacts,
  item: Item,
  isBlocked: boolean,
  portedTo: string | undefined,
): Accepted {
  const heldHosts = item.own?.heldHosts ?? facts.heldHosts;
  if (!isBlocked && heldHosts.length > 0) {
    return {
      status: "held",
      message_id: item.id,
      ...common(facts, item, portedTo),
      hold_reason: "unapproved_domain",
      hold_message: "Message held until every domain it links to is approved for this account.",
      held_domains: [...heldHosts],
    };
  }
  if (!isBlocked && item.sendAt !== null) {
    return {
      status: "queued",
      message_id: item.id,
      ...common(facts, item, portedTo),
      queue_reason: "scheduled",
      queue_message: `Message scheduled; it will be sent at ${formatNz(item.sendAt)} New Zealand time.`,
    };
  }
  if (!isBlocked && facts.nightEndsAt !== null && keepsQuietHours(item.msisdn, facts.sendType)) {
    return {
      status: "queued",
      message_id: item.id,
      ...common(facts, item, portedTo),
      queue_reason: "nighttime",
      queue_message: `Message queued for the night; it will be released at ${clockTime(facts.quietEnd)} New Zealand time.`,
    };
  }
  return { status: "accepted", message_id: item.id, ...common(facts, item, portedTo) };
}

function common(
  facts: SendFacts,
  item: Item,
  portedTo: string | undefined,
): Omit<Accepted, "status" | "message_id"> {
  const current = currentNetwork(facts.networks, item.msisdn, portedTo);
  return {
    to: item.msisdn,
    from: facts.sender,
    parts: item.own?.parts ?? facts.parts,
    ...(current ? routing(current) : {}),
    ...(facts.truncated ? { truncated: true as const } : {}),
  };
}

function routing({ network, ported }: { network: string; ported: boolean }) {
  return { route: network, porting: { ported, carrier: network, source: ported ? "portability" : "prefix" } };
}

/** `07:00` as people say it: `7am`. */
function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes}${hour < 12 ? "am" : "pm"}`;
}

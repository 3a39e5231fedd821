import type { BulkSendResponse, SendFailure, SendResponse } from "@/lib/contracts/gateway/send";
import type { Item, MessageFindings } from "@/lib/messages/accept/submission";
import { EntryList } from "@/lib/messages/send/entry-list";
import { type Recipient, unaddressable } from "@/lib/messages/send/recipients";
import { toDollars } from "@/lib/money";
import { currentNetwork, type Networks } from "@/lib/numbers/network";
import { formatNz } from "@/lib/sms/nz-time";
import { keepsQuietHours } from "@/lib/sms/quiet-hours";
import type { Encoding } from "@/lib/sms/text/encoding";

/** The facts that the messages of one request share, except those with a text of their own. */
export type SendFacts = {
  sendType: "sms" | "otp" | "appointment";
  sender: string;
  text: string;
  encoding: Encoding;
  parts: number;
  truncated: boolean;
  /** The hosts that messages are held for, of all texts together. */
  heldHosts: readonly string[];
  /** The end of the night, for messages that keep quiet hours (rules: night queue); null by day. */
  nightEndsAt: Date | null;
  /** That end as a New Zealand time of day, `07:00`. */
  quietEnd: string;
  networks: Networks;
  /** A later time was requested (rules: scheduled sends). */
  isScheduled: boolean;
};

/** Returns the response for one accepted recipient (rules: send response). */
export function acceptedResponse(facts: SendFacts, item: Item, taken: MessageFindings): SendResponse {
  const isBlocked = taken.blocked.has(item.id);
  const { status, because } = isBlocked ? ACCEPTED : acceptance(facts, item);
  const response: SendResponse = {
    success: true,
    status,
    message_id: item.id,
    to: item.msisdn,
    from: facts.sender,
    parts: item.own?.parts ?? facts.parts,
  };
  addCommon(response, facts, taken.ported.get(item.id));
  return because ? Object.assign(response, because) : response;
}

/**
 * Returns the response for one recipient in the sandbox: the message and its price (rules: sandbox).
 * @param portedTo the code of the network that the number was ported to.
 */
export function sandboxResponse(facts: SendFacts, item: Item, portedTo: string | undefined): SendResponse {
  const response: SendResponse = {
    success: true,
    status: "sandbox",
    message_id: `SANDBOX_${item.id}`,
    to: item.msisdn,
    from: facts.sender,
    parts: item.own?.parts ?? facts.parts,
  };
  addCommon(response, facts, portedTo);
  return Object.assign(response, {
    sandbox: true as const,
    sandbox_message: item.own?.body ?? facts.text,
    sandbox_encoding: item.own?.encoding ?? facts.encoding,
    sandbox_would_charge: toDollars(item.netMicros + item.gstMicros),
  });
}

/** The response to a list of recipients, whose entries are built as they are read. */
export type BulkSent = Omit<BulkSendResponse, "messages"> & {
  messages: EntryList<SendResponse | SendFailure>;
};

/**
 * Returns the response to a list of recipients, one entry for each in the order of the request (rules: bulk send).
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
        ? {
            success: false,
            // Half a character would make JSON that strict readers reject, although messages were accepted.
            to: given.toWellFormed(),
            error: "Invalid recipient",
            message: unaddressable(given),
          }
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

/** Returns a response with all its entries, for callers that read them more than once. */
export function withEntries(response: SendResponse | BulkSent): SendResponse | BulkSendResponse {
  return "messages" in response ? { ...response, messages: [...response.messages] } : response;
}

/** The status of a message, and the explanation of its wait for the response. */
type Acceptance = { status: SendResponse["status"]; because: Partial<SendResponse> | null };

const ACCEPTED: Acceptance = { status: "accepted", because: null };

/**
 * Returns the status: held, queued or accepted (rules: held links, night queue, scheduled sends). A blocked recipient
 * counts as accepted and never waits.
 */
function acceptance(facts: SendFacts, item: Item): Acceptance {
  const heldHosts = item.own?.heldHosts ?? facts.heldHosts;
  if (heldHosts.length > 0) {
    const because = {
      hold_reason: "unapproved_domain" as const,
      hold_message: "Message held until every domain it links to is approved for this account.",
      held_domains: [...heldHosts],
    };
    return { status: "held", because };
  }
  if (item.sendAt !== null) {
    const at = formatNz(item.sendAt);
    const queue_message = `Message scheduled; it will be sent at ${at} New Zealand time.`;
    return { status: "queued", because: { queue_reason: "scheduled", queue_message } };
  }
  if (facts.nightEndsAt !== null && keepsQuietHours(item.msisdn, facts.sendType)) {
    const at = clockTime(facts.quietEnd);
    const queue_message = `Message queued for the night; it will be released at ${at} New Zealand time.`;
    return { status: "queued", because: { queue_reason: "nighttime", queue_message } };
  }
  return ACCEPTED;
}

/** Adds the properties that all responses share, if they apply. */
function addCommon(response: SendResponse, facts: SendFacts, portedTo: string | undefined): void {
  const current = currentNetwork(facts.networks, response.to, portedTo);
  if (current) {
    const { network, ported } = current;
    response.route = network;
    response.porting = { ported, carrier: network, source: ported ? "portability" : "prefix" };
  }
  if (facts.truncated) response.truncated = true;
}

/** Returns `07:00` as people say it: `7am`. */
function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes}${hour < 12 ? "am" : "pm"}`;
}

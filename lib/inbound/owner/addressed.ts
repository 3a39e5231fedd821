import type { CarrierInbound } from "@/lib/carriers/inbound";
import { loadSources, type Sources } from "@/lib/carriers/sender-addresses";
import { askCells } from "@/lib/db/cells/ask-cells";
import type { Database, Queryable } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { type Candidate, type LastSenderRow, lastSendersStatement } from "@/lib/inbound/owner/addressed.sql";
import { handsetNumber, shortcodeNumber } from "@/lib/inbound/owner/handset-number";
import { GAP } from "@/lib/inbound/parts/join";
import { isPart } from "@/lib/inbound/parts/take-parts";
import { firstKeyword } from "@/lib/sms/text/keywords";

/**
 * Returns messages of a carrier with their addresses in the stored form. A message to a sender's address is addressed
 * to the sender. Several senders may have the address (rules: sender addresses). The message then goes to the one
 * with its first word as a keyword, otherwise to the one that last sent to the number. A part has no known keyword:
 * it is addressed to the sender that last sent. It keeps the address at which its message is joined.
 * @param own the database whose senders count.
 * @param others further cells in which an account may have sent to the number. A cell that does not answer is
 * ignored.
 */
export async function addressedOf(
  own: Database,
  carrier: string,
  messages: readonly CarrierInbound[],
  { others = [], now }: { others?: readonly Database[]; now: Date },
): Promise<CarrierInbound[]> {
  const sources = (await loadSources(own, now)).get(carrier);
  const addressed = messages.map(withAddresses);
  const candidates = candidatesOf(addressed, sources);
  const last = candidates.length > 0 ? await lastSenders([own, ...others], candidates) : new Map();
  return addressed.map((message, place) => {
    const senders = sources?.get(message.to) ?? [];
    return {
      ...message,
      to: last.get(place)?.sender ?? senders[0] ?? message.to,
      ...(isPart(message) && senders.length > 1 && { sharedAddress: message.to }),
    };
  });
}

/**
 * Returns parts at the address at which they wait for one another. A send to the number between two parts does not
 * change that address.
 */
export function atTheirAddress(messages: readonly CarrierInbound[]): CarrierInbound[] {
  return messages.map((message) =>
    message.sharedAddress === undefined ? message : { ...message, to: message.sharedAddress },
  );
}

/**
 * Returns messages that were joined from such parts, each with the sender that the whole message is addressed to
 * (rules: sender addresses).
 * @param others messages that are already addressed.
 */
export async function addressedAsWhole(
  tx: Queryable,
  sources: Sources | undefined,
  messages: readonly CarrierInbound[],
  others: readonly CarrierInbound[] = [],
): Promise<readonly CarrierInbound[]> {
  const shared = candidatesOf(messages, sources);
  if (shared.length === 0) return messages;
  const addressed = new Set(others);
  const candidates = shared.filter(({ place }) => !addressed.has(messages[place] as CarrierInbound));
  const found = await tx.query<LastSenderRow>(lastSendersStatement(candidates));
  const last = new Map(candidates.map(({ place, sender }) => [place, sender] as const).reverse());
  for (const { place, sender } of found) last.set(place, sender);
  return messages.map((message, place) => ({ ...message, to: last.get(place) ?? message.to }));
}

/** Returns the possible senders of messages to an address that several senders have. */
function candidatesOf(messages: readonly CarrierInbound[], sources: Sources | undefined): Candidate[] {
  return messages.flatMap(({ from: msisdn, to, part, body }, place) => {
    const senders = sources?.get(to) ?? [];
    if (senders.length < 2) return [];
    const keyword = part === undefined && !body.startsWith(GAP) ? firstKeyword(body) : null;
    return senders.map((sender) => ({ place, msisdn, sender, keyword }));
  });
}

function withAddresses(message: CarrierInbound): CarrierInbound {
  const network = message.network === null ? null : storable(message.network).trim() || null;
  return { ...message, from: handsetNumber(message.from), to: shortcodeNumber(message.to), network };
}

async function lastSenders(
  cells: readonly Database[],
  candidates: readonly Candidate[],
): Promise<Map<number, LastSenderRow>> {
  const statement = lastSendersStatement(candidates);
  const answers = await askCells(cells, (cell) => cell.query<LastSenderRow>(statement));
  const last = new Map<number, LastSenderRow>();
  for (const answer of answers) {
    if ("failure" in answer && answer.cell === cells[0]) throw answer.failure;
    for (const row of "said" in answer ? answer.said : []) {
      const best = last.get(row.place);
      if (!best || isBefore(best, row)) last.set(row.place, row);
    }
  }
  return last;
}

function isBefore(one: LastSenderRow, other: LastSenderRow): boolean {
  if (one.hasKeyword !== other.hasKeyword) return other.hasKeyword;
  return (one.at?.getTime() ?? 0) < (other.at?.getTime() ?? 0);
}

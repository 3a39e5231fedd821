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
 * Messages of a carrier with their addresses as they are stored: to a sender's address, each is to the sender. Where several
 * senders have that address, it is to the one of which its first word is a keyword, else to the one that last sent to the number
 * (rules: sender addresses). Of a part that is not known yet: it is to the one that last sent, and has the address that its message
 * is joined at.
 * @param own the database whose senders count.
 * @param others further cells where an account may have sent to it; one that does not answer is passed over.
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

/** Parts as they wait for one another: whoever sends to the number between them, they are to one address. */
export function atTheirAddress(messages: readonly CarrierInbound[]): CarrierInbound[] {
  return messages.map((message) =>
    message.sharedAddress === undefined ? message : { ...message, to: message.sharedAddress },
  );
}

/**
 * Messages that were joined of such parts, each to the sender that it is to as a whole (rules: sender addresses).
 * @param others those that are addressed already.
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

/** The senders that messages may be to which are to an address of several. */
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

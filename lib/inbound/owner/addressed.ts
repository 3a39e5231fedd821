import type { CarrierInbound } from "@/lib/carriers/inbound";
import { loadSources } from "@/lib/carriers/sender-addresses";
import { askCells } from "@/lib/cells/ask-cells";
import type { Database } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { type Candidate, type LastSenderRow, lastSendersStatement } from "@/lib/inbound/owner/addressed.sql";
import { handsetNumber, shortcodeNumber } from "@/lib/inbound/owner/handset-number";
import { firstKeyword } from "@/lib/sms/text/keywords";

/**
 * Messages of a carrier with their addresses as they are stored: to a sender's address, each is to the sender. Where several
 * senders have that address, it is to the one of which its first word is a keyword, else to the one that last sent to the number
 * (rules: sender addresses).
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
  const candidates = addressed.flatMap(({ from: msisdn, to, part, body }, place): Candidate[] => {
    const senders = sources?.get(to) ?? [];
    if (senders.length < 2) return [];
    const keyword = part === undefined ? firstKeyword(body) : null;
    return senders.map((sender) => ({ place, msisdn, sender, keyword }));
  });
  const last = candidates.length > 0 ? await lastSenders([own, ...others], candidates) : new Map();
  return addressed.map((message, place) => ({
    ...message,
    to: last.get(place)?.sender ?? sources?.get(message.to)?.[0] ?? message.to,
  }));
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

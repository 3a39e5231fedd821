import type { CarrierInbound } from "@/lib/carriers/inbound";
import type { Queryable } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { isPart } from "@/lib/inbound/parts/take-parts";
import { rememberMessagesStatement, type SeenMessage } from "@/lib/inbound/repeats.sql";

/** The time for which a message of an ended process is recognised (rules: smpp receipts). */
export const KNOWN_MS = 5 * 60_000;

/** Messages of a carrier, and the owners of its links in other cells; null if they are unknown. */
type CarrierBatch = {
  carrier: string;
  messages: readonly CarrierInbound[];
  heldElsewhere: readonly string[] | null;
};

/**
 * Stores the hashes of messages by which repetitions are recognised, in the transaction that stores the messages. If
 * the link owners of other cells are unknown, no message counts as a repetition.
 * @returns the messages. A message that the network repeats because its process ended has its earlier reference.
 */
export async function withKnownReferences(
  tx: Queryable,
  { carrier, messages, heldElsewhere }: CarrierBatch,
  now: Date,
): Promise<readonly CarrierInbound[]> {
  const first = new Map<string, CarrierInbound>();
  for (const message of messages) {
    const hash = message.origin && !isPart(message) ? message.origin.hash.toString("hex") : undefined;
    if (hash !== undefined && !first.has(hash)) first.set(hash, message);
  }
  if (first.size === 0) return messages;
  const given = [...first.values()].flatMap(({ origin, reference }): SeenMessage[] =>
    origin ? [{ ...origin, reference: storable(reference) }] : [],
  );
  const since = heldElsewhere === null ? now : new Date(now.getTime() - KNOWN_MS);
  const seen = await tx.query<{ hash: string; reference: string }>(
    rememberMessagesStatement(carrier, given, { since, now, heldElsewhere: heldElsewhere ?? [] }),
  );
  const references = new Map(seen.map(({ hash, reference }) => [first.get(hash), reference]));
  return messages.map((message) => ({ ...message, reference: references.get(message) ?? message.reference }));
}

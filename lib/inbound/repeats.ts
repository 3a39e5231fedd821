import type { CarrierInbound } from "@/lib/carriers/inbound";
import type { Queryable } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { isPart } from "@/lib/inbound/parts/take-parts";
import { rememberMessagesStatement, type Seen } from "@/lib/inbound/repeats.sql";

/** How long a message is known again whose process has ended (rules: smpp receipts). */
export const KNOWN_MS = 5 * 60_000;

/** Messages of a carrier, and who holds links of it in other cells; null where that is not known. */
type Repeated = {
  carrier: string;
  messages: readonly CarrierInbound[];
  heldElsewhere: readonly string[] | null;
};

/**
 * Remembers messages that say by what a repetition is known, in the transaction that stores them. Where it is not known
 * who holds links in other cells, none is taken for a repetition.
 * @returns the messages; one that the network repeats, since the process ended that took it, has the reference that it had.
 */
export async function withKnownReferences(
  tx: Queryable,
  { carrier, messages, heldElsewhere }: Repeated,
  now: Date,
): Promise<readonly CarrierInbound[]> {
  const first = new Map<string, CarrierInbound>();
  for (const message of messages) {
    const hash = message.origin && !isPart(message) ? message.origin.hash.toString("hex") : undefined;
    if (hash !== undefined && !first.has(hash)) first.set(hash, message);
  }
  if (first.size === 0) return messages;
  const given = [...first.values()].flatMap(({ origin, reference }): Seen[] =>
    origin ? [{ ...origin, reference: storable(reference) }] : [],
  );
  const since = heldElsewhere === null ? now : new Date(now.getTime() - KNOWN_MS);
  const seen = await tx.query<{ hash: string; reference: string }>(
    rememberMessagesStatement(carrier, given, { since, now, heldElsewhere: heldElsewhere ?? [] }),
  );
  const references = new Map(seen.map(({ hash, reference }) => [first.get(hash), reference]));
  return messages.map((message) => ({ ...message, reference: references.get(message) ?? message.reference }));
}

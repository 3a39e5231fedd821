import type { CarrierInbound } from "@/lib/carriers/inbound";
import type { Queryable } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { isPart } from "@/lib/inbound/parts/take-parts";
import { rememberMessagesStatement, type Seen } from "@/lib/inbound/repeats.sql";

/** How long a message is known again whose process has ended (rules: smpp receipts). */
const KNOWN_MS = 5 * 60_000;

/**
 * Remembers messages that say by what a repetition is known, in the transaction that stores them.
 * @returns the messages; one that the network repeats, since the process ended that took it, has the reference that it had.
 */
export async function withKnownReferences(
  tx: Queryable,
  carrier: string,
  messages: readonly CarrierInbound[],
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
  const since = new Date(now.getTime() - KNOWN_MS);
  const seen = await tx.query<{ hash: string; reference: string }>(
    rememberMessagesStatement(carrier, given, { since, now }),
  );
  const references = new Map(seen.map(({ hash, reference }) => [first.get(hash), reference]));
  return messages.map((message) => ({ ...message, reference: references.get(message) ?? message.reference }));
}

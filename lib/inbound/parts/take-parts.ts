import type { CarrierInbound } from "@/lib/carriers/inbound";
import type { Queryable } from "@/lib/db/client";
import { lockSlots, slotOf } from "@/lib/db/locks/lock-rows";
import type { Part } from "@/lib/inbound/parts/join";
import {
  deletePartsStatement,
  findPartsStatement,
  type KnownRow,
  knownPartsStatement,
  type PartRow,
  rememberPartsStatement,
  storePartsStatement,
} from "@/lib/inbound/parts/parts.sql";
import { hashOf, MAX_PARTS_OF_CARRIER, UnfinishedMessages } from "@/lib/inbound/parts/unfinished";

/** The time for which a part that was passed on is recognised (rules: inbound parts). */
export const PART_KNOWN_MS = 10 * 60_000;

/** The most octets of a part. A longer one, which no handset sends, is passed on alone. */
const MAX_PART_OCTETS = 512;

/** Returns whether a message is a part that waits for others. */
export function isPart(message: CarrierInbound): message is Part {
  return message.part !== undefined && message.part.octets.length <= MAX_PART_OCTETS;
}

/**
 * Accepts parts of long messages, and stores those that wait (rules: inbound parts). One transaction at a time
 * accepts the parts of a handset, so that exactly one completes a message.
 * @param messages messages with addresses in the stored form.
 * @returns the complete messages in their order: those without parts, and those that their parts complete.
 */
export async function takeParts(
  tx: Queryable,
  carrier: string,
  messages: readonly CarrierInbound[],
  now: Date,
): Promise<CarrierInbound[]> {
  const parts = messages.filter(isPart);
  if (parts.length === 0) return [...messages];
  const handsets = parts.map(({ from }) => from);
  return withUnfinished(tx, { carrier, handsets, hashes: parts.map(hashOf) }, now, (unfinished) =>
    messages.flatMap((message) =>
      isPart(message) ? unfinished.take({ ...message, receivedAt: now }) : [message],
    ),
  );
}

/**
 * Removes the messages of handsets that have waited too long for their parts.
 * @returns the messages, with a mark for missing parts.
 */
export function takeOverdueParts(
  tx: Queryable,
  carrier: string,
  handsets: readonly string[],
  now: Date,
): Promise<CarrierInbound[]> {
  return withUnfinished(tx, { carrier, handsets, hashes: [] }, now, (unfinished) => unfinished.takeOverdue());
}

type Taking = { carrier: string; handsets: readonly string[]; hashes: readonly Buffer[] };

/** Runs `take` on the unfinished messages of handsets, and writes the result. */
async function withUnfinished(
  tx: Queryable,
  { carrier, handsets, hashes }: Taking,
  now: Date,
  take: (unfinished: UnfinishedMessages) => CarrierInbound[],
): Promise<CarrierInbound[]> {
  const msisdns = [...new Set(handsets)];
  await lockSlots(
    tx,
    "inbound_parts",
    msisdns.map((msisdn) => slotOf(`${carrier}\0${msisdn}`)),
  );
  const since = new Date(now.getTime() - PART_KNOWN_MS);
  const stored = await tx.query<PartRow>(findPartsStatement(carrier, msisdns));
  const [known = { seen: [], count: 0 }] = await tx.query<KnownRow>(
    knownPartsStatement(carrier, { hashes, since, max: MAX_PARTS_OF_CARRIER }),
  );
  const unfinished = new UnfinishedMessages(stored.map(toPart), known, now);
  const ready = take(unfinished);
  const { removed, kept, passed } = unfinished;
  if (removed.length > 0) await tx.query(deletePartsStatement(carrier, removed));
  if (kept.length > 0) await tx.query(storePartsStatement(carrier, kept));
  if (passed.length > 0) await tx.query(rememberPartsStatement(carrier, passed, now));
  return ready;
}

function toPart(row: PartRow): Part {
  const { msisdn, shortcode, network, receivedAt, reference, bits, total, number, octets } = row;
  const { dataCoding, alphabet, locking, single } = row;
  const terms = { dataCoding, alphabet, tables: { locking, single } };
  return {
    reference: "",
    from: msisdn,
    to: shortcode,
    body: "",
    encoding: "GSM-7",
    network,
    receivedAt,
    part: { reference, bits, total, number, octets, terms },
  };
}

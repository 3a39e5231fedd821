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
import { hashOf, MAX_PARTS_OF_CARRIER, Unfinished } from "@/lib/inbound/parts/unfinished";

/** How long a part is known again that was passed on (rules: inbound parts). */
export const PART_KNOWN_MS = 10 * 60_000;

/** A longer one, which no handset sends, is passed on alone. */
const MAX_PART_OCTETS = 512;

/** Whether a message is a part that waits for others. */
export function isPart(message: CarrierInbound): message is Part {
  return message.part !== undefined && message.part.octets.length <= MAX_PART_OCTETS;
}

/**
 * Takes parts of long messages, and stores those that wait (rules: inbound parts). Parts of one handset are taken by one
 * transaction at a time, so that exactly one completes a message.
 * @param messages whose addresses are in the form in which they are stored.
 * @returns the messages that are ready: those that are no parts, and those that their parts complete, in their order.
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
 * Takes from handsets the messages that have waited too long for their parts.
 * @returns what is there of them, with a mark for what is missing.
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

/** Has `take` deal with what waits of handsets, and writes what becomes of it. */
async function withUnfinished(
  tx: Queryable,
  { carrier, handsets, hashes }: Taking,
  now: Date,
  take: (unfinished: Unfinished) => CarrierInbound[],
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
  const unfinished = new Unfinished(stored.map(toPart), known, now);
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

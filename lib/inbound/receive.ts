import type { CarrierInbound } from "@/lib/carriers/inbound";
import { loadSources } from "@/lib/carriers/sender-addresses";
import { authSecret } from "@/lib/crypto/auth-secret";
import type { Database, Transaction } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { mailReplies } from "@/lib/email/mail-replies";
import { newId } from "@/lib/ids";
import { eventBody } from "@/lib/inbound/event-body";
import { addressedAsWhole, addressedOf, atTheirAddress } from "@/lib/inbound/owner/addressed";
import { GAP } from "@/lib/inbound/parts/join";
import { overduePartsStatement } from "@/lib/inbound/parts/parts.sql";
import { takeOverdueParts, takeParts } from "@/lib/inbound/parts/take-parts";
import { UNFINISHED_MS } from "@/lib/inbound/parts/unfinished";
import {
  type EnqueuedRow,
  enqueueStatement,
  type Inbound,
  type StoredRow,
  storeStatement,
} from "@/lib/inbound/receive.sql";
import { withKnownReferences } from "@/lib/inbound/repeats";
import { findPorted } from "@/lib/numbers/find-ported";
import { currentNetwork, loadNetworks } from "@/lib/numbers/network";
import { applyKeywords } from "@/lib/optouts/apply-keywords";
import { enqueueReplies } from "@/lib/replies/answers/enqueue";
import { handOver } from "@/lib/webhooks/delivery/hand-over";
import type { HandedOver, PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";

/**
 * The numbers of new messages, of repeated ones, and of replies that are sent by email. Waiting parts are not
 * counted.
 */
export type ReceiveResult = { stored: number; duplicates: number; emailed: number };

const NOTHING_RECEIVED: ReceiveResult = { stored: 0, duplicates: 0, emailed: 0 };

/** The most overdue parts that are read together. */
const OVERDUE_BATCH = 500;

/**
 * Stores messages from mobile users, each once, with its account (rules: inbound messages, email replies). A carrier
 * may deliver a message several times and concurrently. Opt-outs, webhook events, emails about replies and automatic
 * answers are written in the same transaction, and are due at once.
 */
export function receive(
  db: Database,
  carrier: string,
  messages: readonly CarrierInbound[],
  now: Date,
): Promise<ReceiveResult> {
  return receiveBatch(db, { carrier, messages, onlyFor: null }, now);
}

/**
 * Messages that a carrier delivers. With `onlyFor`, only those of this account are stored. `heldElsewhere` has the
 * owners of its links in other cells, or is null if they are unknown.
 */
export type InboundBatch = {
  carrier: string;
  messages: readonly CarrierInbound[];
  onlyFor: number | null;
  heldElsewhere?: readonly string[] | null;
};

/**
 * Stores messages like `receive`, with `onlyFor` only those of one account. Parts wait until all have arrived
 * (rules: inbound parts).
 */
export async function receiveBatch(
  db: Database,
  { carrier, messages, onlyFor, heldElsewhere = [] }: InboundBatch,
  now: Date,
): Promise<ReceiveResult> {
  const addressed = await addressedOf(db, carrier, messages, { now });
  const handsets = addressed.map(({ from }) => from);
  const given = { carrier, messages: atTheirAddress(addressed), heldElsewhere };
  const sources = (await loadSources(db, now)).get(carrier);
  const take = async (tx: Transaction) => {
    const known = await withKnownReferences(tx, given, now);
    return addressedAsWhole(tx, sources, await takeParts(tx, carrier, known, now), known);
  };
  return storeTaken(db, { carrier, handsets, onlyFor, take }, now);
}

/**
 * Passes on the received parts of long messages that have waited too long (rules: inbound parts).
 * @returns the number of messages.
 */
export async function passOnParts(db: Database, now: Date): Promise<number> {
  const bound = new Date(now.getTime() - UNFINISHED_MS);
  let passed = 0;
  for (let isMore = true; isMore; ) {
    const overdue = await db.query<{ carrier: string; msisdn: string }>(
      overduePartsStatement(bound, OVERDUE_BATCH),
    );
    isMore = overdue.length > 0;
    for (const carrier of new Set(overdue.map((row) => row.carrier))) {
      const handsets = overdue.filter((row) => row.carrier === carrier).map(({ msisdn }) => msisdn);
      const sources = (await loadSources(db, now)).get(carrier);
      const take = async (tx: Transaction) =>
        addressedAsWhole(tx, sources, await takeOverdueParts(tx, carrier, handsets, now));
      passed += (await storeTaken(db, { carrier, handsets, onlyFor: null, take }, now)).stored;
    }
  }
  return passed;
}

/** Messages of handsets that `take` reads in the transaction that stores them. */
type Taking = Pick<InboundBatch, "carrier" | "onlyFor"> & {
  handsets: readonly string[];
  take(tx: Transaction): Promise<readonly CarrierInbound[]>;
};

async function storeTaken(
  db: Database,
  { carrier, handsets, onlyFor, take }: Taking,
  now: Date,
): Promise<ReceiveResult> {
  if (handsets.length === 0) return NOTHING_RECEIVED;
  const networkOf = await networkNames(db, handsets, now);
  const sources = await loadSources(db, now);
  const isOurs = (msisdn: string) => [...sources.values()].some((ofCarrier) => ofCarrier.has(msisdn));
  const { handed: _, ...received } = await handOver(db, "inbound", now, (promised) =>
    db.transaction(async (tx) => {
      const given = (await take(tx)).map((message) => toInbound(message, networkOf));
      if (given.length === 0) return { ...NOTHING_RECEIVED, handed: [] };
      return store(tx, { carrier, given, onlyFor, promised, isOurs }, now);
    }),
  );
  return received;
}

type Storing = Pick<InboundBatch, "carrier" | "onlyFor"> & {
  given: readonly Inbound[];
  promised: PromisedPlaces;
  isOurs: (msisdn: string) => boolean;
};

async function store(
  tx: Transaction,
  { carrier, given, onlyFor, promised, isOurs }: Storing,
  now: Date,
): Promise<ReceiveResult & { handed: HandedOver[] }> {
  const byId = new Map(given.map((message) => [message.id, message]));
  const rows = await tx.query<StoredRow>(storeStatement(carrier, given, onlyFor));
  const owned = rows.flatMap(({ accountId, ...row }) => {
    const message = byId.get(row.id);
    return accountId !== null && message ? [{ ...message, ...row, accountId }] : [];
  });
  const deliveries = owned
    .filter(({ listens }) => listens)
    .map((row) => ({
      id: newId(),
      accountId: row.accountId,
      inboundId: row.id,
      shortcode: row.shortcode,
      body: eventBody(row),
    }));
  const written =
    deliveries.length > 0 ? await tx.query<EnqueuedRow>(enqueueStatement(deliveries, now, promised)) : [];
  if (written.some(({ isDue }) => isDue)) tx.wake("webhooks");
  const replies = owned.flatMap(({ emailedBy: sender, emailId: id, emailSubject: subject, ...row }) =>
    sender === null ? [] : [{ ...row, email: { sender, id, subject } }],
  );
  if (replies.length > 0) await mailReplies(tx, replies, authSecret(), now);
  const onShared = owned.filter(({ shared }) => shared);
  await applyKeywords(
    tx,
    onShared.map((row) => ({
      ...row,
      answersReminder: row.sendType === "appointment",
      isWhole: !row.body.includes(GAP),
    })),
    now,
  );
  const ruled = owned
    .filter(({ hasRules }) => hasRules)
    .map((row) => ({ ...row, event: () => eventBody(row) }));
  if (ruled.length > 0) await enqueueReplies(tx, ruled, isOurs, now);
  return {
    stored: rows.length,
    duplicates: given.length - rows.length,
    emailed: replies.length,
    handed: written.flatMap(({ handed }) => handed ?? []),
  };
}

/** Returns a function for the current network of a number, for messages whose carrier did not name it. */
async function networkNames(
  db: Database,
  msisdns: readonly string[],
  now: Date,
): Promise<(msisdn: string) => string | null> {
  const [networks, ported] = await Promise.all([loadNetworks(db, now), findPorted(db, msisdns)]);
  return (msisdn) => currentNetwork(networks, msisdn, ported.get(msisdn))?.network ?? null;
}

function toInbound(message: CarrierInbound, networkOf: (msisdn: string) => string | null): Inbound {
  const { from: msisdn, to: shortcode, encoding, receivedAt } = message;
  return {
    id: newId(),
    msisdn,
    shortcode,
    encoding,
    receivedAt,
    reference: storable(message.reference),
    body: storable(message.body),
    network: message.network ?? networkOf(msisdn),
  };
}

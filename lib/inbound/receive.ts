import type { CarrierInbound } from "@/lib/carriers/inbound";
import { authSecret } from "@/lib/crypto/auth-secret";
import type { Database } from "@/lib/db/client";
import { storable } from "@/lib/db/storable";
import { mailReplies } from "@/lib/email/mail-replies";
import { newId } from "@/lib/ids";
import { eventBody } from "@/lib/inbound/event-body";
import { handsetNumber, shortcodeNumber } from "@/lib/inbound/handset-number";
import { enqueueStatement, type Inbound, type StoredRow, storeStatement } from "@/lib/inbound/receive.sql";
import { findPorted } from "@/lib/numbers/find-ported";
import { currentNetwork, loadNetworks } from "@/lib/numbers/network";
import { applyKeywords } from "@/lib/optouts/apply-keywords";

/**
 * How many messages were new, how many had been delivered before, and how many replies are told of by e-mail.
 */
export type Received = { stored: number; duplicates: number; emailed: number };

/**
 * Stores messages from mobile users, each once, with the account that it belongs to
 * (rules: inbound messages, email replies). A carrier may deliver a message several times, in several places
 * at once. Opt-outs, webhook events and e-mails about replies are written in the same transaction, and are
 * due at once.
 * @returns how many were stored; `duplicates` are the rest.
 */
export function receive(
  db: Database,
  carrier: string,
  messages: readonly CarrierInbound[],
  now: Date,
): Promise<Received> {
  return receiveBatch(db, { carrier, messages, onlyFor: null }, now);
}

/**
 * Messages that a carrier hands over; with `onlyFor`, those that belong to this account are stored and no
 * others.
 */
export type InboundBatch = {
  carrier: string;
  messages: readonly CarrierInbound[];
  onlyFor: number | null;
};

/** Stores messages as `receive` does, only those of one account where `onlyFor` names one. */
export async function receiveBatch(
  db: Database,
  { carrier, messages, onlyFor }: InboundBatch,
  now: Date,
): Promise<Received> {
  if (messages.length === 0) return { stored: 0, duplicates: 0, emailed: 0 };
  const networkOf = await networkNames(db, messages, now);
  const given = messages.map((message) => toInbound(message, networkOf));
  const byId = new Map(given.map((message) => [message.id, message]));
  const { stored, emailed } = await db.transaction(async (tx) => {
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
        body: eventBody(row),
      }));
    if (deliveries.length > 0) {
      await tx.query(enqueueStatement(deliveries, now));
      tx.wake("webhooks");
    }
    const replies = owned.flatMap(({ emailedBy: sender, emailId: id, emailSubject: subject, ...row }) =>
      sender === null ? [] : [{ ...row, email: { sender, id, subject } }],
    );
    if (replies.length > 0) await mailReplies(tx, replies, authSecret(), now);
    const onShared = owned.filter(({ shared }) => shared);
    await applyKeywords(
      tx,
      onShared.map((row) => ({ ...row, answersReminder: row.sendType === "appointment" })),
      now,
    );
    return { stored: rows.length, emailed: replies.length };
  });
  return { stored, duplicates: messages.length - stored, emailed };
}

/** The current network of a number, for messages whose carrier did not name it. */
async function networkNames(
  db: Database,
  messages: readonly CarrierInbound[],
  now: Date,
): Promise<(msisdn: string) => string | null> {
  const [networks, ported] = await Promise.all([
    loadNetworks(db, now),
    findPorted(
      db,
      messages.map(({ from }) => handsetNumber(from)),
    ),
  ]);
  return (msisdn) => currentNetwork(networks, msisdn, ported.get(msisdn))?.network ?? null;
}

function toInbound(message: CarrierInbound, networkOf: (msisdn: string) => string | null): Inbound {
  const msisdn = handsetNumber(message.from);
  const network = message.network === null ? null : storable(message.network).trim();
  return {
    id: newId(),
    reference: storable(message.reference),
    msisdn,
    shortcode: shortcodeNumber(message.to),
    body: storable(message.body),
    encoding: message.encoding,
    network: network || networkOf(msisdn),
    receivedAt: message.receivedAt,
  };
}

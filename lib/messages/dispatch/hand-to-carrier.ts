import type { Carrier, CarrierAnswer, Outgoing } from "@/lib/carriers/carrier";
import { decrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { describeError, log } from "@/lib/log";
import { noteCarrierCall } from "@/lib/messages/dispatch/carrier-calls";
import { renewStatement } from "@/lib/messages/dispatch/dispatch.sql";
import type { FinishedMessage } from "@/lib/messages/dispatch/finish/finish.sql";
import { type FinishTerms, finishOf, insteadOfHanding } from "@/lib/messages/dispatch/finish/finish-of";
import type { Handing } from "@/lib/messages/dispatch/next-carrier";
import { type AnswerRecorder, answerRecorderOf } from "@/lib/messages/dispatch/record-answers";
import { processWide } from "@/lib/process-wide";
import { LEASE_MS, type LeasedMessage } from "@/lib/queue/leased";
import { splitParts } from "@/lib/sms/text/segments";

/**
 * The time for an answer of a carrier that does not state its own. It is less than the lease, so that the answer can
 * still be recorded (rules: submissions).
 */
const ANSWER_TIMEOUT_MS = 20_000;

/** The number of messages of a batch by answer. Messages whose validity was over count as refused. */
export type HandedCounts = { submitted: number; refused: number; retried: number };

export const NOTHING_HANDED: HandedCounts = { submitted: 0, refused: 0, retried: 0 };

/**
 * The terms of a handover: its time, the secret that encrypts texts with one-time codes, the next carrier for refused
 * messages, and the results of `handingTo`.
 */
export type HandingTerms = { now: Date; authSecret: string; next: FinishTerms["next"] } & Partial<Handing>;

/**
 * Hands leased messages to the carrier and records the answers as they arrive (rules: submissions). A message is
 * accepted or refused, or it is tried again, for a day at most. Only the first answer for a message counts.
 * @returns after all are recorded. It rejects if the database fails.
 */
export function handToCarrier(
  db: Database,
  carrier: Carrier,
  messages: readonly LeasedMessage[],
  terms: HandingTerms,
): Promise<HandedCounts> {
  if (messages.length === 0) return Promise.resolve(NOTHING_HANDED);
  return noteCarrierCall(db.cell, handAndRecord(db, carrier, messages, terms));
}

async function handAndRecord(
  db: Database,
  carrier: Carrier,
  messages: readonly LeasedMessage[],
  { authSecret, now, next, nextNow, addressOf, costOf }: HandingTerms,
): Promise<HandedCounts> {
  const { isIdempotent, ifUnknown } = carrier;
  const terms = {
    ...(isIdempotent !== undefined && { isIdempotent }),
    ...(ifUnknown && { ifUnknown }),
    next,
    ...(nextNow && { nextNow }),
    ...(costOf && { costOf }),
  };
  const batch = new HandedBatch(answerRecorderOf(db, carrier), terms, messages, now);
  const inFlight = batchesOf(db);
  inFlight.add(batch);
  const kept = batch.withhold();
  const outgoing: Outgoing[] = [];
  for (const message of kept) {
    const opened = open(message, authSecret);
    const from = addressOf?.(message.sender, message);
    if (opened && from) opened.from = from;
    if (opened) outgoing.push(opened);
  }
  if (outgoing.length < kept.length) {
    const readable = new Set(outgoing.map(({ id }) => id));
    const lost = kept.filter(({ id }) => !readable.has(id));
    batch.settle(lost.map(({ id }) => ({ id, outcome: "refused", code: "text lost" })));
  }
  if (outgoing.length > 0) submit(carrier, outgoing, batch, now);
  await batch.settled;
  inFlight.delete(batch);
  return batch.recorded();
}

const batches = processWide("gatewayHandedBatches", () => new WeakMap<Database, Set<HandedBatch>>());

/** Returns the batches of this process that are with a carrier. */
function batchesOf(db: Database): Set<HandedBatch> {
  const existing = batches.value.get(db) ?? new Set();
  batches.value.set(db, existing);
  return existing;
}

/**
 * Extends the leases of messages that are with a slow carrier, before they end (rules: leases). One statement extends
 * all leases that have less than half their time left. @returns the number of extended leases.
 */
export async function renewLeases(db: Database, now: Date): Promise<number> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const soon = new Date(now.getTime() + LEASE_MS / 2);
  const ending = [...batchesOf(db)].map((batch) => ({ batch, messages: batch.endingBy(soon) }));
  const messages = ending.flatMap((each) => each.messages);
  if (messages.length === 0) return 0;
  const renewed = db
    .query<{ id: string }>(renewStatement(messages, lease))
    .then((rows) => new Map(rows.map(({ id }) => [id, lease])));
  for (const each of ending) if (each.messages.length > 0) each.batch.renew(renewed);
  return (await renewed).size;
}

type BatchTerms = FinishTerms & Partial<Pick<Handing, "nextNow">>;

/** Messages that were handed over together, and their answers so far. */
class HandedBatch {
  /** Resolves when every message has an answer. */
  readonly settled: Promise<void>;
  private readonly recorder: AnswerRecorder;
  private readonly terms: BatchTerms;
  private readonly now: Date;
  private readonly beganAt = performance.now();
  /** Messages without an answer, with their current lease. */
  private readonly unanswered: Map<string, LeasedMessage>;
  /** The messages among them for which the next carrier is being chosen. */
  private readonly leaving = new Set<string>();
  private renewing: Promise<unknown> | undefined;
  private readonly counts = { ...NOTHING_HANDED };
  private readonly records: Promise<void>[] = [];
  private resolve = () => {};

  constructor(recorder: AnswerRecorder, terms: BatchTerms, messages: readonly LeasedMessage[], now: Date) {
    this.settled = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.recorder = recorder;
    this.terms = terms;
    this.now = now;
    this.unanswered = new Map(messages.map((message) => [message.id, message]));
    recorder.expect(this.unanswered.size);
  }

  /** Accepts the first answer for each message. Later answers change nothing. */
  settle(answers: readonly CarrierAnswer[]): void {
    // An answer is recorded under the row's current lease, so it waits for an extension in progress.
    if (this.renewing) return void this.renewing.then(() => this.settle(answers));
    const answeredAt = new Date(this.now.getTime() + performance.now() - this.beganAt);
    const first = answers.filter(({ id }) => this.unanswered.has(id) && !this.leaving.has(id));
    const isLeaving = ({ outcome }: CarrierAnswer) =>
      outcome === "elsewhere" && this.terms.nextNow !== undefined;
    this.conclude(
      first.filter((answer) => !isLeaving(answer)),
      this.terms,
      answeredAt,
    );
    const leaving = first.filter(isLeaving);
    if (leaving.length > 0) void this.leave(leaving, answeredAt);
  }

  /** Concludes messages that another carrier may take, by the current routes (rules: routes). */
  private async leave(answers: readonly CarrierAnswer[], answeredAt: Date): Promise<void> {
    for (const { id } of answers) this.leaving.add(id);
    const messages = answers.flatMap(({ id }) => this.unanswered.get(id) ?? []);
    // If the routes cannot be read, those of the handover are used.
    const next = await this.terms.nextNow?.(messages, answeredAt).catch(() => undefined);
    await this.renewing;
    this.conclude(answers, next ? { ...this.terms, next } : this.terms, answeredAt);
  }

  private conclude(answers: readonly CarrierAnswer[], terms: FinishTerms, answeredAt: Date): void {
    const times = { at: this.now, answeredAt };
    const finished: FinishedMessage[] = [];
    for (const answer of answers) {
      const message = this.unanswered.get(answer.id);
      if (message) finished.push(finishOf(message, answer, terms, times));
    }
    this.finish(finished);
  }

  /** Settles messages that must not be handed over (rules: validity, possible duplicates). @returns the others. */
  withhold(): LeasedMessage[] {
    const instead: FinishedMessage[] = [];
    for (const message of this.unanswered.values()) {
      const finished = insteadOfHanding(message, this.terms, this.now);
      if (finished) instead.push(finished);
    }
    this.finish(instead);
    return [...this.unanswered.values()];
  }

  private finish(given: readonly FinishedMessage[]): void {
    const finished = given.filter(({ id }) => this.unanswered.delete(id));
    if (finished.length === 0) return;
    for (const { outcome } of finished) this.counts[COUNTED_AS[outcome]]++;
    const record = this.recorder.record(finished);
    // `recorded` reports a failure after all other messages have an answer.
    record.catch(() => {});
    this.records.push(record);
    if (this.unanswered.size === 0) this.resolve();
  }

  /** Returns the messages without an answer whose lease ends by an instant. */
  endingBy(at: Date): LeasedMessage[] {
    return this.renewing ? [] : [...this.unanswered.values()].filter(({ lease }) => lease <= at);
  }

  /** Stores the leases that `work` gives messages, by id. Answers wait until `work` is done. */
  renew(work: Promise<ReadonlyMap<string, Date>>): void {
    const note = (leases: ReadonlyMap<string, Date>) => {
      for (const [id, message] of this.unanswered)
        this.unanswered.set(id, { ...message, lease: leases.get(id) ?? message.lease });
    };
    this.renewing = work
      .then(note, () => {})
      .then(() => {
        this.renewing = undefined;
      });
  }

  /** Marks messages without an answer as unknown. Returns their number. */
  giveUp(): number {
    const ids = [...this.unanswered.keys()].filter((id) => !this.leaving.has(id));
    this.settle(ids.map((id) => ({ id, outcome: "unknown", accepted: [] })));
    return ids.length;
  }

  /** @returns after every answer so far is committed or has failed. It rejects if the database failed. */
  async recorded(): Promise<HandedCounts> {
    await Promise.allSettled(this.records);
    await Promise.all(this.records);
    return this.counts;
  }
}

const COUNTED_AS: Record<FinishedMessage["outcome"], keyof HandedCounts> = {
  accepted: "submitted",
  refused: "refused",
  lost: "refused",
  again: "retried",
};

/** Submits messages. Those without an answer in time, or after a failure of the carrier, are unknown. */
function submit(carrier: Carrier, outgoing: readonly Outgoing[], batch: HandedBatch, now: Date): void {
  const giveUp = (error: unknown) => {
    const messages = batch.giveUp();
    if (messages > 0) logFailure(error, { carrier: carrier.name, messages }, "carrier failed");
  };
  const timeout = () => giveUp(new Error("The carrier did not answer in time."));
  const timer = setTimeout(timeout, carrier.answerTimeoutMs ?? ANSWER_TIMEOUT_MS);
  batch.settled.then(() => clearTimeout(timer));
  try {
    carrier.submit(outgoing, (answers) => batch.settle(answers), now);
  } catch (error) {
    giveUp(error);
  }
}

/** Returns a message for the carrier; null if its text was encrypted under another `AUTH_SECRET`, and is lost. */
function open(message: LeasedMessage, authSecret: string): Outgoing | null {
  const text = textOf(message, authSecret);
  return (
    text && {
      id: message.id,
      sender: message.sender,
      msisdn: message.msisdn,
      body: text.body,
      maskedBody: text.maskedBody,
      encoding: message.encoding,
      parts: splitParts(text.body, message.encoding),
      sendType: message.sendType,
      messageClass: message.messageClass,
      network: message.network,
      validUntil: message.validUntil,
      already: message.already,
      putOff: message.putOff,
    }
  );
}

function textOf(
  { id, body, encryptedBody }: LeasedMessage,
  authSecret: string,
): Pick<Outgoing, "body" | "maskedBody"> | null {
  if (encryptedBody === null) return { body, maskedBody: null };
  try {
    return { body: decrypt(encryptedBody, authSecret), maskedBody: body };
  } catch (error) {
    log().error({ message: id, err: describeError(error) }, "an encrypted text cannot be opened");
    return null;
  }
}

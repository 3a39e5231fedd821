import { type Carrier, type CarrierAnswer, type Outgoing, SIMULATOR_ID } from "@/lib/carriers/carrier";
import type { HandOver } from "@/lib/messages/hand-over/hand-over";
import type { LeasedMessage } from "@/lib/queue/leased";

/** The patience with a network that says nothing: longer than any run of the tests, and what a timer can wait at most. */
export const NEVER_MS = 2 ** 31 - 1;

/** What a test carrier does with a batch: gives answers, and leaves out the messages that it never settles. */
export type Answering = (batch: readonly Outgoing[], now: Date) => Promise<readonly CarrierAnswer[]>;

/**
 * A carrier of a test, which is always up and settles a batch at once when its answers are there. Messages that
 * nobody gave to another carrier wait for it.
 */
export function carrierNamed(name: string, room: number, answer: Answering): Carrier {
  return {
    id: SIMULATOR_ID,
    name,
    isIdempotent: true,
    room: () => room,
    health: () => ({ isUp: true, reason: null }),
    submit: (batch, settle, now) => {
      answer(batch, now).then(settle, () => settle(batch.map(({ id }) => unknown(id))));
    },
  };
}

/** Gives a test what is accepted with a lease. There is room for so many messages of each batch. */
export function handingTo(
  take: (messages: readonly LeasedMessage[]) => void,
  room = Number.POSITIVE_INFINITY,
): HandOver {
  return {
    reserve: (_, messages) => Math.min(messages, room),
    take: (_, messages) => take(messages),
    release: () => undefined,
  };
}

/** The answer of a carrier that took the whole message. */
export function accepted(id: string, ...references: (string | null)[]): CarrierAnswer {
  return { id, outcome: "accepted", references };
}

/** The answer that no carrier will take the message. */
export function refused(id: string): CarrierAnswer {
  return { id, outcome: "refused", code: "0x0B" };
}

/** The answer of a carrier that perhaps took the message. */
export function unknown(id: string): CarrierAnswer {
  return { id, outcome: "unknown", accepted: [] };
}

/** A message as a carrier gets it. */
export function outgoing(overrides: Partial<Outgoing> & { id: string }): Outgoing {
  const body = overrides.body ?? "Hello";
  return {
    sender: "552",
    msisdn: "64211234567",
    body,
    maskedBody: null,
    encoding: "GSM-7",
    parts: [body],
    sendType: "sms",
    messageClass: "transactional",
    network: null,
    already: [],
    putOff: 0,
    validUntil: new Date("2100-01-01T00:00:00Z"),
    ...overrides,
  };
}

/** Submits one batch and waits for the answers to all of it. */
export function answersOf(carrier: Carrier, batch: readonly Outgoing[], now: Date): Promise<CarrierAnswer[]> {
  return new Promise((resolve) => {
    const answers: CarrierAnswer[] = [];
    const settle = (given: readonly CarrierAnswer[]) => {
      answers.push(...given);
      if (answers.length >= batch.length) resolve(answers);
    };
    carrier.submit(batch, settle, now);
  });
}

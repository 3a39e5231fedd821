import { type Carrier, type CarrierAnswer, type Outgoing, SIMULATOR_ID } from "@/lib/carriers/carrier";
import type { HandOver } from "@/lib/messages/hand-over/hand-over";
import type { LeasedMessage } from "@/lib/queue/leased";

/**
 * The patience with a silent network, in milliseconds: the maximum of a timer, which no run of the tests
 * reaches.
 */
export const NEVER_MS = 2 ** 31 - 1;

/**
 * A test carrier's function for a batch. It returns the outcomes, without messages that the carrier never
 * settles.
 */
export type Answering = (batch: readonly Outgoing[], now: Date) => Promise<readonly CarrierAnswer[]>;

/**
 * Creates a test carrier, which is always up and settles a batch when its outcomes are known. Messages
 * without another carrier wait for it.
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

/**
 * Returns a hand-over that passes leased messages to a test.
 * @param room the most messages of each batch.
 */
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

/** Returns the outcome of a message that a carrier accepted. */
export function accepted(id: string, ...references: (string | null)[]): CarrierAnswer {
  return { id, outcome: "accepted", references };
}

/** Returns the outcome of a message that every carrier would refuse. */
export function refused(id: string): CarrierAnswer {
  return { id, outcome: "refused", code: "0x0B" };
}

/** Returns the outcome of a message that a carrier may have accepted. */
export function unknown(id: string): CarrierAnswer {
  return { id, outcome: "unknown", accepted: [] };
}

/** Returns a message in the form that a carrier gets. */
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

/** Submits one batch and waits for the outcomes of all its messages. */
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

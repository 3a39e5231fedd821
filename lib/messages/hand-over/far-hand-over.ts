import { processWide } from "@/lib/process-wide";
import type { LeasedMessage } from "@/lib/queue/leased";

/** The time for which shared room is valid: the process that shared it may have ended. */
const VALID_MS = 1_500;

/** The room of the carriers of a cell, in messages, for each other process of this server. */
export type SharedRoom = { cell: number; room: readonly (readonly [carrierId: number, messages: number])[] };

/** Messages of a carrier for the process that has it open, as they are written between processes. */
export type FarMessages = { cell: number; carrierId: number; messages: readonly WrittenMessage[] };

/** A leased message without objects: times are in milliseconds since 1970, an encrypted text is in base64. */
export type WrittenMessage = Omit<
  LeasedMessage,
  "acceptedAt" | "firstTriedAt" | "lease" | "validUntil" | "unknownSince" | "encryptedBody"
> & {
  acceptedAt: number;
  firstTriedAt: number;
  lease: number;
  validUntil: number;
  encryptedBody: string | null;
};

/** The channel between the processes of a server. */
export type Between = {
  /** Sends messages to the process that runs the jobs. */
  give(messages: FarMessages): void;
  /** Sends the room of the carriers to the other processes. */
  share(room: SharedRoom): void;
  /** The number of other processes that accept messages. */
  others: number;
};

const between = processWide<Between | undefined>("gatewayHandOverBetween", () => undefined);

/** Sets the channel of this process to the others of its server; undefined if there are none. */
export function setBetween(given: Between | undefined): void {
  between.value = given;
}

/** Returns the channel of this process to the others of its server. */
export function currentBetween(): Between | undefined {
  return between.value;
}

/** Sends messages to the process of this server that has their carrier open, within the room that it shared. */
export class FarHandOver {
  private readonly cell: number;
  private room = new Map<number, number>();
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(cell: number) {
    this.cell = cell;
  }

  noteRoom({ room }: SharedRoom): void {
    this.room = new Map(room);
    this.toldAt = performance.now();
  }

  reserve(carrierId: number, messages: number): number {
    const room = this.room.get(carrierId) ?? 0;
    if (room === 0 || !between.value || performance.now() - this.toldAt > VALID_MS) return 0;
    const granted = Math.min(room, messages);
    this.room.set(carrierId, room - granted);
    return granted;
  }

  take(carrierId: number, messages: readonly LeasedMessage[]): void {
    between.value?.give({ cell: this.cell, carrierId, messages: messages.map(write) });
  }

  release(carrierId: number, messages: number): void {
    this.room.set(carrierId, (this.room.get(carrierId) ?? 0) + messages);
  }
}

function write({ unknownSince: _, ...message }: LeasedMessage): WrittenMessage {
  return {
    ...message,
    acceptedAt: message.acceptedAt.getTime(),
    firstTriedAt: message.firstTriedAt.getTime(),
    lease: message.lease.getTime(),
    validUntil: message.validUntil.getTime(),
    encryptedBody: message.encryptedBody?.toString("base64") ?? null,
  };
}

/** Reads messages that `write` has written. */
export function readFarMessages({ messages }: FarMessages): LeasedMessage[] {
  return messages.map((message) => ({
    ...message,
    acceptedAt: new Date(message.acceptedAt),
    firstTriedAt: new Date(message.firstTriedAt),
    lease: new Date(message.lease),
    validUntil: new Date(message.validUntil),
    unknownSince: null,
    encryptedBody: message.encryptedBody === null ? null : Buffer.from(message.encryptedBody, "base64"),
  }));
}

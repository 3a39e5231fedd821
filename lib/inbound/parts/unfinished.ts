import { createHash } from "node:crypto";
import type { CarrierInbound } from "@/lib/carriers/inbound";
import { newId } from "@/lib/ids";
import { joinParts, type Part } from "@/lib/inbound/parts/join";
import { DEFAULT_TABLES } from "@/lib/smpp/text/gsm";

/** The time for which a message waits for its parts, from the first one on (rules: inbound parts). */
export const UNFINISHED_MS = 30 * 60_000;

/** The most waiting messages of one handset at a carrier, and about the most parts of all its handsets. */
export const MAX_UNFINISHED_OF_HANDSET = 8;
export const MAX_PARTS_OF_CARRIER = 20_000;

type Passing = { parts: Map<number, Part>; isStored: boolean };
type Waiting = Passing & { startedAt: Date };

/**
 * The messages that wait for parts, as they are stored, and their changes: `kept`, `removed` and `passed` are to be
 * written.
 */
export class UnfinishedMessages {
  /** Parts to store, after those of `removed` are deleted. */
  private readonly added = new Set<Part>();
  /** A part of each message whose stored parts are to be deleted. */
  readonly removed: Part[] = [];
  /** The hashes of parts that were passed on. */
  readonly passed: Buffer[] = [];
  private readonly waiting = new Map<string, Waiting>();
  private readonly ofHandset = new Map<string, number>();
  private readonly seen: Set<string>;
  private readonly now: Date;
  private count: number;

  /**
   * @param stored all stored parts of the handsets.
   * @param seen the hashes of parts that were passed on recently, in hexadecimal.
   * @param count the number of the carrier's stored parts.
   */
  constructor(
    stored: readonly Part[],
    { seen, count }: { seen: readonly string[]; count: number },
    now: Date,
  ) {
    this.seen = new Set(seen);
    this.count = count;
    this.now = now;
    for (const part of stored) this.add(part, true);
  }

  get kept(): readonly Part[] {
    return [...this.added];
  }

  /**
   * Accepts a part. A repeated part changes nothing. A part that cannot belong to the waiting message of its
   * reference begins another message.
   * @returns the messages that are passed on now: the one that it completes, one that stops waiting, or the part
   * alone if there is no room.
   */
  take(part: Part): CarrierInbound[] {
    if (this.seen.has(hashOf(part).toString("hex"))) return [];
    const ready: CarrierInbound[] = [];
    const { number, total } = part.part;
    let message = this.waiting.get(keyOf(part));
    const same = message?.parts.get(number);
    if (message && same && isSame(same, part) && !this.isOver(message)) return [];
    if (message && (same || this.isOver(message))) {
      ready.push(this.passOn(message, newId()));
      message = undefined;
    }
    if (message && message.parts.size + 1 === total) {
      message.parts.set(number, part);
      ready.push(this.passOn(message, part.reference));
    } else if (this.hasRoom(part, message !== undefined)) this.add(part, false);
    else ready.push(this.passOn({ parts: new Map([[number, part]]), isStored: false }, part.reference));
    return ready;
  }

  /** Returns the messages that have waited too long, with a mark for missing parts. */
  takeOverdue(): CarrierInbound[] {
    return [...this.waiting.values()]
      .filter((message) => this.isOver(message))
      .map((message) => this.passOn(message, newId()));
  }

  private isOver({ startedAt }: Waiting): boolean {
    return this.now.getTime() - startedAt.getTime() >= UNFINISHED_MS;
  }

  private hasRoom({ from }: Part, isBegun: boolean): boolean {
    const isRoomForMessage = isBegun || (this.ofHandset.get(from) ?? 0) < MAX_UNFINISHED_OF_HANDSET;
    return isRoomForMessage && this.count < MAX_PARTS_OF_CARRIER;
  }

  private add(part: Part, isStored: boolean): void {
    const key = keyOf(part);
    let message = this.waiting.get(key);
    if (!message) {
      message = { parts: new Map(), startedAt: part.receivedAt, isStored };
      this.waiting.set(key, message);
      this.ofHandset.set(part.from, (this.ofHandset.get(part.from) ?? 0) + 1);
    }
    message.parts.set(part.part.number, part);
    if (part.receivedAt < message.startedAt) message.startedAt = part.receivedAt;
    if (isStored) return;
    this.added.add(part);
    this.count += 1;
  }

  private passOn(message: Passing, reference: string): CarrierInbound {
    const all = [...message.parts.values()];
    const [first] = all as [Part];
    if (this.waiting.get(keyOf(first)) === message) {
      this.waiting.delete(keyOf(first));
      this.ofHandset.set(first.from, (this.ofHandset.get(first.from) ?? 1) - 1);
    }
    if (message.isStored) this.removed.push(first);
    for (const part of all) {
      if (this.added.delete(part)) this.count -= 1;
      const hash = hashOf(part);
      this.seen.add(hash.toString("hex"));
      this.passed.push(hash);
    }
    const network = all.find((part) => part.network !== null)?.network ?? null;
    const { from, to } = first;
    return { reference, from, to, network, receivedAt: this.now, ...joinParts(all) };
  }
}

/** Returns the values that parts of one message have in common. */
function keyOf({ from, to, part: { reference, bits, total } }: Part): string {
  return [from, to, reference, bits, total].join("\0");
}

function isSame(one: Part, other: Part): boolean {
  return hashOf(one).equals(hashOf(other));
}

/** Returns a hash of all values of a part. */
export function hashOf(given: Part): Buffer {
  const { number, octets, terms } = given.part;
  const { dataCoding, alphabet, tables = DEFAULT_TABLES } = terms;
  const text = [keyOf(given), number, dataCoding, alphabet, tables.locking, tables.single].join("\0");
  return createHash("sha256").update(`${text}\0`).update(octets).digest();
}

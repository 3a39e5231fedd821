import type { Carrier } from "@/lib/carriers/carrier";
import { carriersOf } from "@/lib/carriers/process/current";
import { HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { cellDatabase, furtherCells } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { handingTo } from "@/lib/messages/dispatch/next-carrier";
import {
  currentBetween,
  FarHandOver,
  type FarMessages,
  readFarMessages,
  type SharedRoom,
} from "@/lib/messages/hand-over/far-hand-over";
import { attempt, handLeased, isFresh, returnToQueue } from "@/lib/messages/hand-over/hand-leased";
import { type HandOver, setHandOver } from "@/lib/messages/hand-over/hand-over";
import { isShort, noteShort } from "@/lib/messages/hand-over/room-runs";
import { processWide } from "@/lib/process-wide";
import type { LeasedMessage } from "@/lib/queue/leased";
import { willStop } from "@/lib/shutdown";

/**
 * Hands the messages of a cell that this process accepts to the carriers that it has open, within the room of each carrier.
 * Messages that wait in the queue go first.
 */
export class LocalHandOver implements HandOver {
  private readonly database: () => Database;
  private readonly carrierOf: (id: number) => Carrier | undefined;
  private readonly held: () => readonly number[];
  private readonly far: FarHandOver;
  private readonly reserved = new Map<number, number>();
  private readonly underWay = new Set<Promise<void>>();
  private isStopping = false;

  /**
   * @param carrierOf returns a carrier if this process submits to it.
   * @param held returns the numbers of all carriers that this process submits to.
   */
  constructor(
    cell: number,
    database: () => Database,
    carrierOf: (id: number) => Carrier | undefined,
    held: () => readonly number[] = () => [],
  ) {
    this.database = database;
    this.carrierOf = carrierOf;
    this.held = held;
    this.far = new FarHandOver(cell);
  }

  reserve(carrierId: number, messages: number): number {
    const carrier = this.carrierOf(carrierId);
    if (!carrier) return this.far.reserve(carrierId, messages);
    const granted = Math.min(this.roomOf(carrier), messages);
    if (granted < messages) noteShort(this.database().cell, carrierId, true);
    this.reserved.set(carrierId, this.reservedOf(carrierId) + granted);
    return granted;
  }

  take(carrierId: number, messages: readonly LeasedMessage[]): void {
    const carrier = this.carrierOf(carrierId);
    if (!carrier && !this.isReserved(carrierId)) this.far.take(carrierId, messages);
    else this.begin(carrierId, messages, messages.length);
  }

  release(carrierId: number, messages: number): void {
    if (this.isReserved(carrierId))
      this.reserved.set(carrierId, Math.max(this.reservedOf(carrierId) - messages, 0));
    else this.far.release(carrierId, messages);
  }

  /** Takes messages that another process of this server has accepted. */
  takeFar(messages: FarMessages): void {
    this.begin(messages.carrierId, readFarMessages(messages), 0);
    this.shareRoom();
  }

  /** Notes the room that the process with the carriers has shared. */
  noteRoom(room: SharedRoom): void {
    this.far.noteRoom(room);
  }

  /** Sends the other processes of this server their part of the room of each carrier, in messages. */
  shareRoom(): void {
    const between = currentBetween();
    if (!between) return;
    const { cell } = this.database();
    const room = this.held().flatMap((id) => {
      const carrier = this.carrierOf(id);
      return carrier ? [[id, Math.floor(this.roomOf(carrier) / (between.others + 1))] as const] : [];
    });
    if (room.length > 0) between.share({ cell, room });
  }

  /** Stops, and waits for messages under way. Messages that other processes still send return to the queue. */
  async stop(): Promise<void> {
    this.isStopping = true;
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  /** Returns the room of a carrier, in messages, that is reserved for accepted messages on their way to it. */
  reservedOf(carrierId: number): number {
    return this.reserved.get(carrierId) ?? 0;
  }

  private begin(carrierId: number, messages: readonly LeasedMessage[], reserved: number): void {
    const handing = this.hand(carrierId, messages, reserved).finally(() => this.underWay.delete(handing));
    this.underWay.add(handing);
  }

  /** Hands over fresh messages as far as there is room, and returns the rest to the queue. */
  private async hand(carrierId: number, messages: readonly LeasedMessage[], reserved: number): Promise<void> {
    const database = this.database();
    const at = now();
    const handing = await handingTo(database, carrierId, at).catch((error) => {
      logFailure(error, { messages: messages.length }, "messages return to the queue");
      return null;
    });
    this.release(carrierId, reserved);
    const carrier = this.isStopping || !handing ? undefined : this.carrierOf(carrierId);
    const given = carrier
      ? messages.filter((message) => isFresh(message, at)).slice(0, Math.max(carrier.room(), 0))
      : [];
    const taken = new Set(given);
    const left = messages.filter((message) => !taken.has(message));
    await Promise.all([
      attempt(left, () => returnToQueue(database, left)),
      attempt(given, async () => {
        if (carrier && handing) await handLeased(database, carrier, given, { ...handing, now: at });
      }),
    ]);
  }

  /** Returns a carrier's room that is not reserved, in messages. It is 0 while messages wait in the queue for room. */
  private roomOf(carrier: Carrier): number {
    if (this.isStopping || willStop() || carrier.isDraining || isShort(this.database().cell, carrier.id))
      return 0;
    // A network that is judged gets messages by claims alone, which know the judgement.
    if (carrier.health().standing) return 0;
    return Math.max(carrier.room() - this.reservedOf(carrier.id), 0);
  }

  private isReserved(carrierId: number): boolean {
    return this.reserved.has(carrierId);
  }
}

const handOvers = processWide("gatewayLocalHandOvers", () => new Map<number, LocalHandOver>());

/** Returns the hand-over of a cell in this process; undefined before `startHandOver` and after its end. */
export function localHandOverOf(cell: number): LocalHandOver | undefined {
  return handOvers.value.get(cell);
}

/**
 * Starts the hand-over of each cell in this process.
 * @returns a function that ends it: messages that are accepted afterwards wait in the queue.
 */
export function startHandOver(): () => Promise<void> {
  for (const cell of [HOME_CELL, ...furtherCells().keys()]) {
    const database = () => cellDatabase(db(), cell);
    const registry = () => carriersOf(database());
    const handOver = new LocalHandOver(
      cell,
      database,
      (id) => registry().opened(id),
      () => registry().held(),
    );
    handOvers.value.set(cell, handOver);
    setHandOver(handOver, cell);
  }
  return async () => {
    const all = [...handOvers.value];
    for (const [cell] of all) setHandOver(undefined, cell);
    await Promise.all(all.map(([, handOver]) => handOver.stop()));
    handOvers.value.clear();
  };
}

/** Sends the other processes of this server a room of 0, since this one will stop. */
export function announceNoRoom(): void {
  for (const handOver of handOvers.value.values()) handOver.shareRoom();
}

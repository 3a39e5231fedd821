import { type Carrier, tellsRoom } from "@/lib/carriers/carrier";
import { carriersOf } from "@/lib/carriers/process/current";
import { HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { cellDatabase, furtherCells } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { isShort, noteShort } from "@/lib/jobs/carriers/room-runs";
import { BatchQueue } from "@/lib/jobs/hand-over/batch-queue";
import {
  currentBetween,
  FarHandOver,
  type FarMessages,
  readFarMessages,
  type SharedRoom,
} from "@/lib/jobs/hand-over/far-hand-over";
import { attempt, handLeased, isFresh, returnToQueue } from "@/lib/jobs/hand-over/hand-leased";
import { type HandOver, setHandOver } from "@/lib/messages/accept/hand-over";
import { handingTo } from "@/lib/messages/dispatch/next-carrier";
import { processWide } from "@/lib/process-wide";
import type { Leased } from "@/lib/queue/leased";
import { willStop } from "@/lib/shutdown";

/**
 * Hands over what this process accepts of a cell to the carriers that it has open: at once, in the room that they say they have.
 * Messages that wait in the queue go first.
 */
export class LocalHandOver implements HandOver {
  private readonly database: () => Database;
  private readonly carrierOf: (id: number) => Carrier | undefined;
  private readonly held: () => readonly number[];
  private readonly far: FarHandOver;
  /** For carriers that do not tell their room. */
  private readonly queues = new Map<number, BatchQueue>();
  private readonly reserved = new Map<number, number>();
  private readonly underWay = new Set<Promise<void>>();
  private isStopping = false;

  /**
   * @param carrierOf gives a carrier that this process submits to.
   * @param held gives the numbers of those that it alone submits to.
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
    if (!tellsRoom(carrier)) {
      const hasRoom = !this.isStopping && this.queueOf(carrier).hasRoomFor(messages);
      return hasRoom ? messages : 0;
    }
    const granted = Math.min(this.roomOf(carrier), messages);
    if (granted < messages) noteShort(this.database().cell, carrierId, true);
    this.reserved.set(carrierId, this.reservedOf(carrierId) + granted);
    return granted;
  }

  take(carrierId: number, messages: readonly Leased[]): void {
    const carrier = this.carrierOf(carrierId);
    if (!carrier && !this.isReserved(carrierId)) this.far.take(carrierId, messages);
    else if (carrier && !tellsRoom(carrier)) this.queueOf(carrier).take(messages);
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

  /** Notes the room that the process with the carriers has told. */
  noteRoom(room: SharedRoom): void {
    this.far.noteRoom(room);
  }

  /** Tells the other processes of this server for how many messages of each carrier each of them has room. */
  shareRoom(): void {
    const between = currentBetween();
    if (!between) return;
    const { cell } = this.database();
    const room = this.held().flatMap((id) => {
      const carrier = this.carrierOf(id);
      return carrier && tellsRoom(carrier)
        ? [[id, Math.floor(this.roomOf(carrier) / (between.others + 1))] as const]
        : [];
    });
    if (room.length > 0) between.share({ cell, room });
  }

  /** Stops, and waits for messages under way. Messages that other processes still send return to the queue. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.queues.values()].map((queue) => queue.stop()));
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private begin(carrierId: number, messages: readonly Leased[], reserved: number): void {
    const handing = this.hand(carrierId, messages, reserved).finally(() => this.underWay.delete(handing));
    this.underWay.add(handing);
  }

  /** Hands over what is fresh and has room, and returns the rest to the queue. */
  private async hand(carrierId: number, messages: readonly Leased[], reserved: number): Promise<void> {
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
    // A network that is judged gets what it may have by claims.
    if (carrier.health().standing) return 0;
    return Math.max(carrier.room() - this.reservedOf(carrier.id), 0);
  }

  private isReserved(carrierId: number): boolean {
    return this.reserved.has(carrierId);
  }

  private reservedOf(carrierId: number): number {
    return this.reserved.get(carrierId) ?? 0;
  }

  private queueOf(carrier: Carrier): BatchQueue {
    const { id } = carrier;
    const existing = this.queues.get(id);
    if (existing) return existing;
    const queue = new BatchQueue(this.database, () => this.carrierOf(id) ?? carrier);
    this.queues.set(id, queue);
    return queue;
  }
}

const handOvers = processWide("gatewayLocalHandOvers", () => new Map<number, LocalHandOver>());

/** Returns the hand-over of a cell in this process; undefined before `startHandOver` and after its end. */
export function localHandOverOf(cell: number): LocalHandOver | undefined {
  return handOvers.value.get(cell);
}

/**
 * Has this process hand over what it accepts, each cell's by itself.
 * @returns a function that ends it: what is accepted afterwards waits in the queue.
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

/** Tells the other processes of this server that this one has no more room, since it will stop. */
export function announceNoRoom(): void {
  for (const handOver of handOvers.value.values()) handOver.shareRoom();
}

import type { Socket } from "node:net";
import { WaitingConnections } from "@/server/http/connections/waiting-connections";

/** A worker process, which serves connections. */
export type Taker = {
  /** Sends it a connection. Later it reports the connection as taken or missed, or it dies. */
  give(socket: Socket): void;
  /** Returns whether it has been silent for so long that it may hang. */
  isLate(): boolean;
};

/**
 * The connection that a taker was sent and has not taken yet. `isLeaving`: it gets no more. `isFull`: it gets none at
 * the moment.
 */
type Turn = { given: Socket | undefined; isLeaving: boolean; isFull: boolean };

/**
 * Deals connections out in turn. A worker gets the next connection only when it has taken the previous one: a worker
 * that hangs then delays a single client. Until then the connection stays open here too. If a worker dies before it
 * has taken a connection, another worker gets it.
 */
export class ConnectionDealer {
  /** The turns in their order: the taker that was sent a connection last comes last. */
  private readonly turns = new Map<Taker, Turn>();
  private readonly waiting = new WaitingConnections();
  private whenSettled: (() => void) | undefined;

  /** Adds a connection, which is dealt out as soon as a taker is free. If there is no place to wait, it is closed. */
  add(socket: Socket): void {
    socket.on("error", () => {});
    if (this.waiting.add(socket)) this.deal();
    else socket.destroy();
  }

  join(taker: Taker): void {
    this.turns.set(taker, { given: undefined, isLeaving: false, isFull: false });
    this.deal();
  }

  /** Sends this taker no more connections. It still takes the one that it was sent. */
  leave(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (turn) turn.isLeaving = true;
  }

  /** Removes a dead taker. The next one gets the connection that it did not take. */
  bury(taker: Taker): void {
    const given = this.turns.get(taker)?.given;
    this.turns.delete(taker);
    if (given) this.waiting.putBack(given);
    this.deal();
  }

  /** Notes that this taker has taken its connection. The connection is closed here, which does not affect the taker. */
  taken(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn) return;
    turn.given?.destroy();
    turn.given = undefined;
    this.deal();
  }

  /**
   * Notes that a connection did not reach this taker: its process had no free descriptor. The connection is still
   * open here and goes to the next taker. This taker gets no more until `retry`.
   */
  missed(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn?.given) return;
    this.waiting.putBack(turn.given);
    turn.given = undefined;
    turn.isFull = true;
    this.deal();
  }

  /** Notes that this taker may have a free descriptor again. */
  retry(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn?.isFull) return;
    turn.isFull = false;
    this.deal();
  }

  /** Deals out waiting connections. Call it when a taker that was late is not late any more. */
  deal(): void {
    while (this.waiting.size > 0) {
      const next = this.nextTaker();
      if (!next) break;
      const socket = this.waiting.next() as Socket;
      const [taker, turn] = next;
      turn.given = socket;
      this.turns.delete(taker);
      this.turns.set(taker, turn);
      taker.give(socket);
    }
    if (this.isSettled()) this.whenSettled?.();
  }

  /** Resolves when every connection is taken, or no taker is left. Call it once, when no more connections are added. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.whenSettled = resolve;
      this.deal();
    });
  }

  private isSettled(): boolean {
    const turns = [...this.turns.values()];
    const isAnyLeft = turns.some(({ isLeaving }) => !isLeaving);
    return turns.every(({ given }) => !given) && (this.waiting.size === 0 || !isAnyLeft);
  }

  private nextTaker(): [Taker, Turn] | undefined {
    for (const [taker, turn] of this.turns) {
      if (!turn.isLeaving && !turn.isFull && !turn.given && !taker.isLate()) return [taker, turn];
    }
    return undefined;
  }
}

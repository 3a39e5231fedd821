import type { Socket } from "node:net";
import { WaitingConnections } from "@/server/http/connections/waiting-connections";

/** A worker process, which serves connections. */
export type Taker = {
  /** Gives it a connection. Later it says that it has taken or missed it, or it dies. */
  give(socket: Socket): void;
  /** Whether it has been silent for so long that it may be hanging. */
  isLate(): boolean;
};

/**
 * The connections that a taker was given and has not taken yet, and whether it gets more: at all, and just
 * now.
 */
type Turn = { given: Socket | undefined; isLeaving: boolean; isFull: boolean };

/**
 * Deals connections out in turn. A worker gets the next connection only when it has taken the one before, so
 * that one that hangs holds up a single client. Until then the connection stays open here too. What a worker
 * had not taken when it died goes to another.
 */
export class ConnectionDealer {
  /** In the order of their turns: the taker that was given a connection last comes last. */
  private readonly turns = new Map<Taker, Turn>();
  private readonly waiting = new WaitingConnections();
  private whenSettled: (() => void) | undefined;

  /** Adds a connection, to be dealt out as soon as a taker is free. One that finds no place to wait is closed. */
  add(socket: Socket): void {
    socket.on("error", () => {});
    if (this.waiting.add(socket)) this.deal();
    else socket.destroy();
  }

  join(taker: Taker): void {
    this.turns.set(taker, { given: undefined, isLeaving: false, isFull: false });
    this.deal();
  }

  /** Gives this taker no more. It still takes what it was given. */
  leave(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (turn) turn.isLeaving = true;
  }

  /** This taker is dead. The next one gets what it was given and did not take. */
  bury(taker: Taker): void {
    const given = this.turns.get(taker)?.given;
    this.turns.delete(taker);
    if (given) this.waiting.putBack(given);
    this.deal();
  }

  /**
   * This taker has taken what it was given. The connection is closed here, which the taker does not notice.
   */
  taken(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn) return;
    turn.given?.destroy();
    turn.given = undefined;
    this.deal();
  }

  /**
   * A connection did not reach this taker: its process had no free descriptor. The connection is still open
   * here and goes to the next taker. Until `retry` this one gets no more.
   */
  missed(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn?.given) return;
    this.waiting.putBack(turn.given);
    turn.given = undefined;
    turn.isFull = true;
    this.deal();
  }

  /** This taker may have a free descriptor again. */
  retry(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn?.isFull) return;
    turn.isFull = false;
    this.deal();
  }

  /** Deals out what waits: to be called when a taker that was late is not any more. */
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

  /** Resolves when every connection is taken, or no taker is left. Called once, when no more are added. */
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

import type { Socket } from "node:net";

/** Connections that may wait for a worker. Beyond that they are closed, so that waiting costs bounded memory. */
const MAX_WAITING = 1_000;

/** Somebody who serves connections: a worker process. */
export type Taker = {
  /** Gives it one. It says later that it has taken or missed it, or dies. */
  give(socket: Socket): void;
  /** Whether it has said nothing for so long that it may be hanging. */
  isLate(): boolean;
};

/** What a taker was given and has not yet taken, and whether it gets more: at all, and just now. */
type Turn = { given: Socket | undefined; isLeaving: boolean; isFull: boolean };

/**
 * Deals connections out in turn. A worker is given one at a time: only when it has taken it does it get the next, so
 * that one that hangs holds up a single client. Until then the connection stays open here too, and what a worker did
 * not take before it died goes to another.
 */
export class ConnectionDealer {
  /** In the order of their turns: who was given a connection last comes last. */
  private readonly turns = new Map<Taker, Turn>();
  private readonly waiting: Socket[] = [];
  private whenSettled: (() => void) | undefined;

  /** Takes a connection in, to be dealt out as soon as somebody is free. */
  add(socket: Socket): void {
    socket.on("error", () => {});
    if (this.waiting.length >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    this.waiting.push(socket);
    this.deal();
  }

  join(taker: Taker): void {
    this.turns.set(taker, { given: undefined, isLeaving: false, isFull: false });
    this.deal();
  }

  /** Gives this one no more. It still takes what it was given. */
  leave(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (turn) turn.isLeaving = true;
  }

  /** This one is dead: what it was given and did not take is the next one's. */
  bury(taker: Taker): void {
    const given = this.turns.get(taker)?.given;
    this.turns.delete(taker);
    if (given) this.waiting.unshift(given);
    this.deal();
  }

  /** This one has taken what it was given: here the connection is closed, which it does not notice. */
  taken(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn) return;
    turn.given?.destroy();
    turn.given = undefined;
    this.deal();
  }

  /**
   * What was given to this one did not reach it: the system had no descriptor for it there. It is open here, and the next
   * one's. Until `retry` this one gets no more.
   */
  missed(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn?.given) return;
    this.waiting.unshift(turn.given);
    turn.given = undefined;
    turn.isFull = true;
    this.deal();
  }

  /** This one may have a descriptor free again. */
  retry(taker: Taker): void {
    const turn = this.turns.get(taker);
    if (!turn?.isFull) return;
    turn.isFull = false;
    this.deal();
  }

  /** Deals out what waits: needed where somebody who was late is not any more. */
  deal(): void {
    while (this.waiting.length > 0) {
      const next = this.nextTaker();
      if (!next) break;
      const socket = this.waiting.shift() as Socket;
      const [taker, turn] = next;
      turn.given = socket;
      this.turns.delete(taker);
      this.turns.set(taker, turn);
      taker.give(socket);
    }
    if (this.isSettled()) this.whenSettled?.();
  }

  /** Resolves when every connection is taken, or nobody is left to take one. Called once, when no more are added. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.whenSettled = resolve;
      this.deal();
    });
  }

  private isSettled(): boolean {
    const turns = [...this.turns.values()];
    const isAnyLeft = turns.some(({ isLeaving }) => !isLeaving);
    return turns.every(({ given }) => !given) && (this.waiting.length === 0 || !isAnyLeft);
  }

  private nextTaker(): [Taker, Turn] | undefined {
    for (const [taker, turn] of this.turns) {
      if (!turn.isLeaving && !turn.isFull && !turn.given && !taker.isLate()) return [taker, turn];
    }
    return undefined;
  }
}

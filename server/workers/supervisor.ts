import { log } from "@/lib/log";
import { CommandError } from "@/server/base/command-error";
import { STOP_WORKER_MS } from "@/server/base/shutdown-times";
import { ConnectionDealer } from "@/server/http/connection-dealer";
import type { FromWorker, Hint } from "@/server/workers/messages";
import { CHECK_MS, type Fork, pauseAfter, Slot } from "@/server/workers/slot";

/** After so many processes in a row that never listened, none will. */
const MAX_STILLBORN = 5;
/** A signal to the process group reaches this process within this time. Then the whole server is to stop. */
const ECHO_MS = 500;

/**
 * The workers of one server. One of them is the leader for as long as it is heard of. The role passes to
 * another worker when it hangs, leaves or dies. A worker that hangs is killed, and one that is gone is
 * replaced. Messages between workers go through here.
 */
export class WorkerSupervisor {
  /** Rejects with a CommandError when a worker cannot be started, at the beginning or repeatedly later. */
  readonly broken: Promise<never>;
  /** Deals out connections between the workers. */
  readonly dealer = new ConnectionDealer();
  private readonly fork: Fork;
  private readonly slots: Slot[];
  private readonly whenStarted: Promise<number | null>;
  private noteStarted: (emailPort: number | null) => void = () => {};
  private giveUp: (error: CommandError) => void = () => {};
  private leader: Slot | undefined;
  /** The leader's port for e-mails. Undefined before there is a leader. */
  private emailPort: number | null | undefined;
  private hasStarted = false;
  private watch: NodeJS.Timeout | undefined;
  private isStopping = false;
  private whenEmpty: (() => void) | undefined;

  constructor(fork: Fork, count: number) {
    this.fork = fork;
    this.slots = Array.from({ length: count }, () => new Slot());
    this.whenStarted = new Promise((resolve) => {
      this.noteStarted = resolve;
    });
    this.broken = new Promise((_, reject) => {
      this.giveUp = reject;
    });
    this.broken.catch(() => {});
  }

  /**
   * Starts them and waits until all listen and one leads. Returns the port for e-mails. Null: none are
   * accepted.
   */
  start(): Promise<number | null> {
    this.watch = setInterval(() => this.lookForHanging(), CHECK_MS);
    for (const slot of this.slots) this.begin(slot);
    return Promise.race([this.whenStarted, this.broken]);
  }

  /** Has all workers tell load balancers that the server will stop. From now on none is replaced. */
  announceStop(): void {
    this.isStopping = true;
    for (const { process } of this.slots) process?.tell({ kind: "announce-stop" });
  }

  /** Has all workers answer what they have and end, and waits for that. From now on none is replaced. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const empty = new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
    });
    const late = setTimeout(() => {
      for (const { process } of this.slots) process?.kill();
    }, STOP_WORKER_MS);
    for (const { pause, process } of this.slots) {
      clearTimeout(pause);
      process?.tell({ kind: "stop" });
    }
    this.noticeEmpty();
    await empty;
    clearTimeout(late);
    clearInterval(this.watch);
  }

  private begin(slot: Slot): void {
    slot.process = this.fork(
      (message) => this.hear(slot, message),
      (how) => this.replace(slot, how),
    );
  }

  private hear(slot: Slot, message: FromWorker): void {
    const wasLate = slot.isLate();
    slot.hear();
    switch (message.kind) {
      case "listening":
        slot.listens();
        this.dealer.join(slot);
        this.appointLeader();
        this.noticeStarted();
        break;
      case "leading":
        this.emailPort = message.emailPort;
        this.noticeStarted();
        break;
      case "heartbeat":
        slot.beats();
        this.dealer.retry(slot);
        break;
      case "taken":
        this.dealer.taken(slot);
        break;
      case "missed":
        log().warn({ pid: slot.process?.pid }, "a worker process can open no more connections");
        this.dealer.missed(slot);
        break;
      case "signalled":
        setTimeout(() => this.retire(slot), ECHO_MS).unref();
        break;
      case "leaving":
        this.dismiss(slot);
        break;
      case "failed":
        slot.reason = message.reason;
        break;
      case "wake":
      case "invalidate-callers":
        this.passOn(message, slot);
    }
    if (wasLate) {
      this.appointLeader();
      this.dealer.deal();
    }
  }

  private noticeStarted(): void {
    if (this.emailPort === undefined || this.slots.some(({ isListening }) => !isListening)) return;
    this.hasStarted = true;
    this.noteStarted(this.emailPort);
  }

  private passOn(hint: Hint, from: Slot): void {
    for (const slot of this.slots) {
      if (slot === from || !slot.isListening) continue;
      if (hint.kind === "invalidate-callers" || slot === this.leader) slot.process?.tell(hint);
    }
  }

  private lookForHanging(): void {
    for (const slot of this.slots) {
      if (!slot.checkSilence()) continue;
      log().error({ pid: slot.process?.pid }, "a worker process hangs and is killed");
      this.dismiss(slot);
      // Only SIGKILL ends a process that has been stopped.
      slot.process?.kill();
    }
  }

  /** Has a worker that got a signal end in order, unless the whole server does. */
  private retire(slot: Slot): void {
    if (this.isStopping || !slot.process || slot.isLeaving) return;
    this.dismiss(slot);
    slot.process.tell({ kind: "stop" });
  }

  /** Gives a worker nothing more to do: another leads, and the next connection goes to another. */
  private dismiss(slot: Slot): void {
    slot.isLeaving = true;
    this.dealer.leave(slot);
    this.passLeaderOn(slot);
  }

  private passLeaderOn(from: Slot): void {
    if (this.leader !== from) return;
    this.leader = undefined;
    this.appointLeader();
  }

  private appointLeader(): void {
    if (this.leader || this.isStopping) return;
    this.leader = this.slots.find((slot) => slot.canWork());
    this.leader?.process?.tell({ kind: "lead", isStart: !this.hasStarted });
  }

  private replace(slot: Slot, how: string): void {
    const died = slot.die(how);
    this.dealer.bury(slot);
    this.passLeaderOn(slot);
    if (this.isStopping) this.noticeEmpty();
    else if (slot.stillborn >= (this.hasStarted ? MAX_STILLBORN : 1) || (!this.hasStarted && died.reason)) {
      this.giveUp(new CommandError(died.reason ?? `A worker process ended before it listened (${how}).`));
    } else {
      const inMs = pauseAfter(slot.deaths);
      log().warn({ ...died, inMs }, "a worker process ended and is replaced");
      slot.pause = setTimeout(() => this.begin(slot), inMs);
    }
  }

  private noticeEmpty(): void {
    if (this.slots.every(({ process }) => process === undefined)) this.whenEmpty?.();
  }
}

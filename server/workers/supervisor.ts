import { log } from "@/lib/log";
import { CommandError } from "@/server/base/command-error";
import { STOP_PAGES_MS, STOP_WORKER_MS } from "@/server/base/shutdown-times";
import { ConnectionDealer } from "@/server/http/connections/connection-dealer";
import type { FromWorker, Hint } from "@/server/workers/messages";
import { CHECK_MS, type Fork, pauseAfter, Slot } from "@/server/workers/slot";

/** After this many processes in a row that never listened, the supervisor gives up. */
const MAX_STILLBORN = 5;
/** After this many processes in a row that died before they had loaded the pages, the supervisor gives up. */
const MAX_UNLOADED = 5;
/** A signal to the process group reaches this process within this time. Then the whole server stops. */
const ECHO_MS = 500;

/**
 * The workers of one server, and the process of its pages. One of the workers is the leader as long as it sends
 * messages. If it hangs, leaves or dies, another worker becomes the leader. A process that hangs is killed, and one
 * that has ended is replaced. Messages between processes go through here.
 */
export class WorkerSupervisor {
  /** Rejects with a CommandError if a worker cannot be started, at the beginning or repeatedly later. */
  readonly broken: Promise<never>;
  /** Deals out connections between the workers. */
  readonly dealer = new ConnectionDealer();
  private readonly fork: Fork;
  private readonly workers: Slot[];
  private readonly pages = new Slot("pages");
  private readonly slots: Slot[];
  private readonly whenStarted: Promise<number | null>;
  private noteStarted: (emailPort: number | null) => void = () => {};
  private giveUp: (error: CommandError) => void = () => {};
  private leader: Slot | undefined;
  /** The leader's port for emails; undefined before there is a leader. */
  private emailPort: number | null | undefined;
  private hasStarted = false;
  private haveLoadedPages = false;
  private watch: NodeJS.Timeout | undefined;
  private isStopping = false;
  private noticeEmpty: () => void = () => {};

  /**
   * Creates the slots.
   * @param count the number of workers.
   * @param hasPages true if there is a process of the pages.
   */
  constructor(fork: Fork, count: number, hasPages: boolean) {
    this.fork = fork;
    this.workers = Array.from({ length: count }, () => new Slot("worker"));
    this.slots = hasPages ? [...this.workers, this.pages] : this.workers;
    this.whenStarted = new Promise((resolve) => {
      this.noteStarted = resolve;
    });
    this.broken = new Promise((_, reject) => {
      this.giveUp = reject;
    });
    this.broken.catch(() => {});
  }

  /**
   * Starts the processes and waits until all listen and one leads. Only then does the process of the pages load them;
   * requests for pages wait. Returns the port for emails; null if none are accepted.
   */
  start(): Promise<number | null> {
    this.watch = setInterval(() => this.lookForHanging(), CHECK_MS);
    for (const slot of this.slots) this.begin(slot);
    return Promise.race([this.whenStarted, this.broken]);
  }

  /** Makes all workers inform load balancers that the server will stop. From now on no process is replaced. */
  announceStop(): void {
    this.isStopping = true;
    for (const { process } of this.slots) process?.tell({ kind: "announce-stop" });
  }

  /**
   * Makes all processes answer their open requests and end, and waits for that. The pages end last, since workers
   * still pass requests on to them. From now on no process is replaced.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.stopAll(this.workers, STOP_WORKER_MS);
    await this.stopAll([this.pages], STOP_PAGES_MS);
    clearInterval(this.watch);
  }

  private async stopAll(slots: readonly Slot[], withinMs: number): Promise<void> {
    const empty = new Promise<void>((resolve) => {
      this.noticeEmpty = () => {
        if (slots.every(({ process }) => process === undefined)) resolve();
      };
    });
    const late = setTimeout(() => {
      for (const { process } of slots) process?.kill();
    }, withinMs);
    for (const { pause, process } of slots) {
      clearTimeout(pause);
      process?.tell({ kind: "stop" });
    }
    this.noticeEmpty();
    await empty;
    clearTimeout(late);
  }

  private begin(slot: Slot): void {
    slot.process = this.fork(
      slot.role,
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
        if (slot.role === "worker") this.dealer.join(slot);
        else if (this.hasStarted) slot.process?.tell({ kind: "load-pages" });
        this.appointLeader();
        this.noticeStarted();
        break;
      case "pages-loaded":
        this.haveLoadedPages = true;
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
        log().warn({ pid: slot.process?.pid }, "a worker process has no free descriptor for a connection");
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
      case "hand-over":
      case "room":
      case "invalidate-callers":
      case "unknown-proxy":
        this.passOn(message, slot);
    }
    if (wasLate) {
      this.appointLeader();
      this.dealer.deal();
    }
  }

  private noticeStarted(): void {
    if (this.hasStarted || this.emailPort === undefined) return;
    if (this.slots.some(({ isListening }) => !isListening)) return;
    this.hasStarted = true;
    this.noteStarted(this.emailPort);
    this.pages.process?.tell({ kind: "load-pages" });
  }

  private passOn(hint: Hint, from: Slot): void {
    const leader = this.leader?.isListening ? this.leader : undefined;
    if (hint.kind === "hand-over") {
      // If no other process has the networks, its sender returns it to the queue.
      (leader ?? from).process?.tell(hint);
    } else if (hint.kind === "wake") {
      if (leader !== from) leader?.process?.tell(hint);
    } else if (hint.kind !== "room" || from === leader) {
      for (const slot of this.slots) if (slot !== from && slot.isListening) slot.process?.tell(hint);
    }
  }

  private lookForHanging(): void {
    for (const slot of this.slots) {
      if (!slot.checkSilence()) continue;
      log().error({ pid: slot.process?.pid, role: slot.role }, "a process of the server hangs and is killed");
      this.dismiss(slot);
      // Only SIGKILL ends a process that has been stopped.
      slot.process?.kill();
    }
  }

  /** Ends a worker in order that got a signal, unless the whole server stops. */
  private retire(slot: Slot): void {
    if (this.isStopping || !slot.process || slot.isLeaving) return;
    this.dismiss(slot);
    slot.process.tell({ kind: "stop" });
  }

  /** Assigns a worker no more work: another worker leads and gets the next connection. */
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
    this.leader = this.slots.find((slot) => slot.canLead());
    this.leader?.process?.tell({ kind: "lead", isStart: !this.hasStarted });
  }

  /**
   * Returns whether the server ends with this process. Once the pages were loaded, the server goes on without them.
   * Before that, a process that was killed without a reason does not end the server: a later one may succeed, and
   * workers answer already.
   */
  private isHopeless(slot: Slot, reason: string | undefined): boolean {
    if (!this.hasStarted) return slot.stillborn > 0 || reason !== undefined;
    if (slot.role === "worker") return slot.stillborn >= MAX_STILLBORN;
    return !this.haveLoadedPages && (reason !== undefined || slot.deaths >= MAX_UNLOADED);
  }

  private replace(slot: Slot, how: string): void {
    const died = slot.die(how);
    this.dealer.bury(slot);
    this.passLeaderOn(slot);
    if (this.isStopping) this.noticeEmpty();
    else if (this.isHopeless(slot, died.reason)) {
      const which = slot.role === "worker" ? "A worker process" : "The process of the pages";
      this.giveUp(new CommandError(died.reason ?? `${which} ended before it could answer (${how}).`));
    } else {
      const inMs = pauseAfter(slot.deaths);
      log().warn({ ...died, inMs, role: slot.role }, "a process of the server ended and is replaced");
      slot.pause = setTimeout(() => this.begin(slot), inMs);
    }
  }
}

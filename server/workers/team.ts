import { log } from "@/lib/log";
import { CommandError } from "@/server/base/command-error";
import { STOP_WORKER_MS } from "@/server/base/shutdown-times";
import { ConnectionDealer } from "@/server/http/connection-dealer";
import type { FromWorker, Hint } from "@/server/workers/messages";
import { CHECK_MS, type Fork, Place, pauseAfter } from "@/server/workers/place";

/** So many in a row that never listened: none will. */
const MAX_STILLBORN = 5;
/** A signal for all processes reaches this one too, and then means that the server is to stop. */
const ECHO_MS = 500;

/**
 * The workers of one server. One of them is the driver: a role that it holds as long as it is heard of, and that passes
 * to another when it hangs, leaves or dies. A worker that hangs is killed; one that is gone is replaced. What a worker
 * tells others goes through here.
 */
export class WorkerTeam {
  /** Rejects with a CommandError when a worker cannot be started, at the beginning or time and again. */
  readonly broken: Promise<never>;
  /** Deals out connections between the workers. */
  readonly dealer = new ConnectionDealer();
  private readonly fork: Fork;
  private readonly places: Place[];
  private readonly whenStarted: Promise<number | null>;
  private noteStarted: (emailPort: number | null) => void = () => {};
  private giveUp: (error: CommandError) => void = () => {};
  private driver: Place | undefined;
  /** The driver's port for e-mails; undefined before the first one drives. */
  private emailPort: number | null | undefined;
  private hasStarted = false;
  private watch: NodeJS.Timeout | undefined;
  private isStopping = false;
  private whenEmpty: (() => void) | undefined;

  constructor(fork: Fork, count: number) {
    this.fork = fork;
    this.places = Array.from({ length: count }, () => new Place());
    this.whenStarted = new Promise((resolve) => {
      this.noteStarted = resolve;
    });
    this.broken = new Promise((_, reject) => {
      this.giveUp = reject;
    });
    this.broken.catch(() => {});
  }

  /** Starts them and waits until all listen and one drives. Gives the port for e-mails; null: none are taken. */
  start(): Promise<number | null> {
    this.watch = setInterval(() => this.lookForHanging(), CHECK_MS);
    for (const place of this.places) this.begin(place);
    return Promise.race([this.whenStarted, this.broken]);
  }

  /** Has all workers tell balancers that the server will stop. None is replaced any more. */
  announceStop(): void {
    this.isStopping = true;
    for (const { process } of this.places) process?.tell({ kind: "announce-stop" });
  }

  /** Has all answer what they have and end, and waits for that. None is replaced any more. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const empty = new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
    });
    const late = setTimeout(() => {
      for (const { process } of this.places) process?.kill();
    }, STOP_WORKER_MS);
    for (const { pause, process } of this.places) {
      clearTimeout(pause);
      process?.tell({ kind: "stop" });
    }
    this.noticeEmpty();
    await empty;
    clearTimeout(late);
    clearInterval(this.watch);
  }

  private begin(place: Place): void {
    place.process = this.fork(
      (message) => this.hear(place, message),
      (how) => this.replace(place, how),
    );
  }

  private hear(place: Place, message: FromWorker): void {
    const wasLate = place.isLate();
    place.hear();
    switch (message.kind) {
      case "listening":
        place.listens();
        this.dealer.join(place);
        this.appointDriver();
        this.noticeStarted();
        break;
      case "driving":
        this.emailPort = message.emailPort;
        this.noticeStarted();
        break;
      case "heartbeat":
        place.beats();
        this.dealer.retry(place);
        break;
      case "taken":
        this.dealer.taken(place);
        break;
      case "missed":
        log().warn({ pid: place.process?.pid }, "a worker process can open no more connections");
        this.dealer.missed(place);
        break;
      case "signalled":
        setTimeout(() => this.retire(place), ECHO_MS).unref();
        break;
      case "leaving":
        this.dismiss(place);
        break;
      case "failed":
        place.reason = message.reason;
        break;
      case "wake":
      case "forget-callers":
        this.passOn(message, place);
    }
    if (wasLate) {
      this.appointDriver();
      this.dealer.deal();
    }
  }

  private noticeStarted(): void {
    if (this.emailPort === undefined || this.places.some(({ isListening }) => !isListening)) return;
    this.hasStarted = true;
    this.noteStarted(this.emailPort);
  }

  private passOn(hint: Hint, from: Place): void {
    for (const place of this.places) {
      if (place === from || !place.isListening) continue;
      if (hint.kind === "forget-callers" || place === this.driver) place.process?.tell(hint);
    }
  }

  private lookForHanging(): void {
    for (const place of this.places) {
      if (!place.checkSilence()) continue;
      log().error({ pid: place.process?.pid }, "a worker process hangs and is killed");
      this.dismiss(place);
      // Nothing less ends a process that has been stopped.
      place.process?.kill();
    }
  }

  /** Has a worker that was signalled end in order, unless the whole server does. */
  private retire(place: Place): void {
    if (this.isStopping || !place.process || place.isLeaving) return;
    this.dismiss(place);
    place.process.tell({ kind: "stop" });
  }

  /** Gives a worker nothing more to do: somebody else drives, and takes the next connection. */
  private dismiss(place: Place): void {
    place.isLeaving = true;
    this.dealer.leave(place);
    this.passDriverOn(place);
  }

  private passDriverOn(from: Place): void {
    if (this.driver !== from) return;
    this.driver = undefined;
    this.appointDriver();
  }

  private appointDriver(): void {
    if (this.driver || this.isStopping) return;
    this.driver = this.places.find((place) => place.canWork());
    this.driver?.process?.tell({ kind: "drive", isStart: !this.hasStarted });
  }

  private replace(place: Place, how: string): void {
    const died = place.die(how);
    this.dealer.bury(place);
    this.passDriverOn(place);
    if (this.isStopping) this.noticeEmpty();
    else if (place.stillborn >= (this.hasStarted ? MAX_STILLBORN : 1) || (!this.hasStarted && died.reason)) {
      this.giveUp(new CommandError(died.reason ?? `A worker process ended before it listened (${how}).`));
    } else {
      const inMs = pauseAfter(place.deaths);
      log().warn({ ...died, inMs }, "a worker process ended and is replaced");
      place.pause = setTimeout(() => this.begin(place), inMs);
    }
  }

  private noticeEmpty(): void {
    if (this.places.every(({ process }) => process === undefined)) this.whenEmpty?.();
  }
}

import { log } from "@/lib/log";
import { CommandError } from "@/scripts/lib/command-error";
import type { Listening } from "@/scripts/lib/serve";
import type { FromWorker, Hint, ToWorker, WorkerRole } from "@/scripts/lib/workers-messages";

/** A worker that listened for so long did not die of its start: the next death of its place counts as the first. */
const STEADY_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
/** So many in a row that never listened: none will. */
const STILLBORN_MOST = 5;
/** Longer than a worker's own shutdown can take: each of its steps has its time. */
const STOP_MS = 45_000;

/** A process that has been started. */
export type WorkerProcess = { pid: number | undefined; tell(message: ToWorker): void; kill(): void };

/** Starts a process and says what becomes of it: `ended` comes once, and nothing after it. */
export type Fork = (
  role: WorkerRole,
  heard: (message: FromWorker) => void,
  ended: (how: string) => void,
) => WorkerProcess;

/** One of the workers, whichever process it is at the moment. */
type Place = {
  role: WorkerRole;
  process?: WorkerProcess | undefined;
  listening?: (Listening & { since: number }) | undefined;
  reason?: string | undefined;
  /** Deaths that followed each other quickly, and how many of the last did not even listen. */
  deaths: number;
  stillborn: number;
  pause?: NodeJS.Timeout;
};

/** How long after so many deaths in a row the next is started. The first may be bad luck. */
export function pauseAfter(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (deaths - 2));
}

/**
 * The workers of one server: one driver and the others, each replaced by one of its role when it dies. What a worker
 * tells others goes through here.
 */
export class WorkerTeam {
  /** Rejects with a CommandError when a worker cannot be started, at the beginning or time and again. */
  readonly broken: Promise<never>;
  private readonly fork: Fork;
  private readonly places: Place[];
  private readonly whenAllListen: Promise<Listening>;
  private allListen: (ports: Listening) => void = () => {};
  private giveUp: (error: CommandError) => void = () => {};
  private hasStarted = false;
  private whenEmpty: (() => void) | undefined;

  constructor(fork: Fork, count: number) {
    this.fork = fork;
    this.places = Array.from({ length: count }, (_, index) => ({
      role: index === 0 ? "driver" : "server",
      ...{ deaths: 0, stillborn: 0 },
    }));
    this.whenAllListen = new Promise((resolve) => {
      this.allListen = resolve;
    });
    this.broken = new Promise((_, reject) => {
      this.giveUp = reject;
    });
    this.broken.catch(() => {});
  }

  /** Starts them and waits until all listen. Gives their ports. */
  start(): Promise<Listening> {
    for (const place of this.places) this.begin(place);
    return Promise.race([this.whenAllListen, this.broken]);
  }

  /** Has all answer what they accepted and end, and waits for that. None is replaced any more. */
  async stop(): Promise<void> {
    const empty = new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
    });
    const late = setTimeout(() => {
      for (const { process } of this.places) process?.kill();
    }, STOP_MS);
    for (const { pause, process } of this.places) {
      clearTimeout(pause);
      process?.tell({ kind: "stop" });
    }
    this.noticeEmpty();
    await empty;
    clearTimeout(late);
  }

  private begin(place: Place): void {
    place.process = this.fork(
      place.role,
      (message) => this.hear(place, message),
      (how) => this.replace(place, how),
    );
  }

  private hear(place: Place, message: FromWorker): void {
    if (message.kind === "listening") {
      const { port, emailPort } = message;
      place.listening = { port, emailPort, since: performance.now() };
      this.noticeAllListen();
    } else if (message.kind === "failed") place.reason = message.reason;
    else this.passOn(message, place);
  }

  private noticeAllListen(): void {
    const driver = this.places[0]?.listening;
    if (!driver || this.places.some(({ listening }) => !listening)) return;
    this.hasStarted = true;
    this.allListen({ port: driver.port, emailPort: driver.emailPort });
  }

  private passOn(hint: Hint, from: Place): void {
    for (const place of this.places) {
      if (place === from || !place.listening) continue;
      if (hint.kind === "forget-callers" || place.role === "driver") place.process?.tell(hint);
    }
  }

  private replace(place: Place, how: string): void {
    const { process, listening, reason } = place;
    Object.assign(place, { process: undefined, listening: undefined, reason: undefined });
    if (this.whenEmpty) this.noticeEmpty();
    else {
      const isSteady = listening !== undefined && performance.now() - listening.since >= STEADY_MS;
      place.deaths = isSteady ? 1 : place.deaths + 1;
      place.stillborn = listening ? 0 : place.stillborn + 1;
      if (!listening && (!this.hasStarted || place.stillborn >= STILLBORN_MOST)) {
        this.giveUp(new CommandError(reason ?? `A worker process ended before it listened (${how}).`));
      } else this.beginAgain(place, { pid: process?.pid, how, reason });
    }
  }

  private beginAgain(place: Place, died: object): void {
    const inMs = pauseAfter(place.deaths);
    log().warn({ role: place.role, ...died, inMs }, "a worker process ended and is replaced");
    place.pause = setTimeout(() => this.begin(place), inMs);
  }

  private noticeEmpty(): void {
    if (this.places.every(({ process }) => process === undefined)) this.whenEmpty?.();
  }
}

import type { Taker } from "@/server/http/connections/connection-dealer";
import type { FromWorker, ToWorker } from "@/server/workers/messages";

/** The interval between checks of the workers for silence. */
export const CHECK_MS = 1_000;
/** A worker that is silent for this many checks gets no more connections. */
const LATE_CHECKS = 3;
/**
 * A worker that is silent for this many checks hangs. During its start more are allowed: loading can block it on a
 * busy machine.
 */
const MAX_SILENT_CHECKS = 15;
const MAX_START_CHECKS = 120;
/** A worker has started when it listens and has sent this many heartbeats since. */
const MIN_HEARTBEATS = 5;

/** A worker that listened for this long did not die of its start: its slot's next death counts as the first. */
const STEADY_MS = 60_000;
const MAX_PAUSE_MS = 30_000;

/** A process that has been started. */
export type WorkerProcess = {
  pid: number | undefined;
  tell(message: ToWorker): void;
  give: Taker["give"];
  kill(): void;
};

/** The purpose of a process of a server. */
export type Role = "worker" | "pages";

/** Starts a process and reports its messages and its end: `ended` is called once, and nothing after it. */
export type Fork = (
  role: Role,
  heard: (message: FromWorker) => void,
  ended: (how: string) => void,
) => WorkerProcess;

/**
 * Returns the pause before the next process starts, after this many deaths in a row. The first death may be bad luck.
 */
export function pauseAfter(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(MAX_PAUSE_MS, 1000 * 2 ** (deaths - 2));
}

/** A worker of a server, or its pages, in any process that runs it at the moment. */
export class Slot implements Taker {
  readonly role: Role;
  process: WorkerProcess | undefined;
  /** The reason for its end, if that is known before it. */
  reason: string | undefined;
  /** The timer for the start of the next process. */
  pause: NodeJS.Timeout | undefined;
  /** The number of deaths in quick succession, and the number of the latest ones that did not even listen. */
  deaths = 0;
  stillborn = 0;
  isListening = false;
  isLeaving = false;
  private listenedAt = 0;
  private silentChecks = 0;
  private heartbeats = 0;

  constructor(role: Role) {
    this.role = role;
  }

  /** Notes a message of the process. */
  hear(): void {
    this.silentChecks = 0;
  }

  beats(): void {
    this.heartbeats++;
  }

  listens(): void {
    this.isListening = true;
    this.heartbeats = 0;
    this.listenedAt = performance.now();
  }

  /**
   * Counts a check without a message, and returns whether the worker hangs. It counts checks and not time: while this
   * process or the machine did not run, the worker missed no check.
   */
  checkSilence(): boolean {
    if (!this.process) return false;
    this.silentChecks++;
    const hasStarted = this.isListening && this.heartbeats >= MIN_HEARTBEATS;
    return this.silentChecks === (hasStarted ? MAX_SILENT_CHECKS : MAX_START_CHECKS);
  }

  isLate(): boolean {
    return this.silentChecks > LATE_CHECKS;
  }

  give(...connection: Parameters<Taker["give"]>): void {
    this.process?.give(...connection);
  }

  /** Returns whether it can become the leader. */
  canLead(): boolean {
    return this.role === "worker" && this.isListening && !this.isLeaving && !this.isLate();
  }

  /** Notes that its process has ended. Returns the fields to log. */
  die(how: string): { pid: number | undefined; how: string; reason: string | undefined } {
    const { process, reason, isListening } = this;
    const isSteady = isListening && performance.now() - this.listenedAt >= STEADY_MS;
    this.deaths = isSteady ? 1 : this.deaths + 1;
    this.stillborn = isListening ? 0 : this.stillborn + 1;
    this.process = undefined;
    this.reason = undefined;
    this.isListening = false;
    this.isLeaving = false;
    this.silentChecks = 0;
    return { pid: process?.pid, how, reason };
  }
}

import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { CommandError } from "@/server/base/command-error";
import { hasEnded, PortTakenError, stopChild, stopHanging } from "@/server/postgres/process";

/** How a database server is started again and asked. */
export type Supervised = {
  /**
   * Starts it where it was, and waits until it answers.
   * @throws PortTakenError, or an Error with the reason.
   */
  restart(): Promise<ChildProcess>;
  /** Whether it answers, be it with a refusal. Does not wait for ever. */
  probe(): Promise<boolean>;
};

export type SupervisorTimes = {
  /** The pause before the first attempt; each that follows is twice as long, up to the longest. */
  firstPauseMs: number;
  maxPauseMs: number;
  /** So long after it was lost the server is given up; and after so many attempts at a port that another has taken. */
  giveUpMs: number;
  maxPortTaken: number;
  probeEveryMs: number;
  /** After so many probes in a row without an answer it hangs. */
  maxSilentProbes: number;
};

const TIMES: SupervisorTimes = {
  firstPauseMs: 1_000,
  maxPauseMs: 30_000,
  giveUpMs: 300_000,
  maxPortTaken: 4,
  probeEveryMs: 5_000,
  maxSilentProbes: 6,
};

/**
 * Keeps a database server running: one that ends by itself is started again where it was, after a pause that doubles
 * with each failure. One that does not answer for half a minute is ended first.
 */
export class PostgresSupervisor {
  /** Rejects with a CommandError, which has the database's own last words, when it cannot be started any more. */
  readonly broken: Promise<never>;
  /** The server's process of the moment. */
  child: ChildProcess;
  private readonly supervised: Supervised;
  private readonly times: SupervisorTimes;
  private giveUp: (error: CommandError) => void = () => {};
  private readonly stopping = new AbortController();
  private restarting: Promise<void> | undefined;
  private silentProbes = 0;

  constructor(child: ChildProcess, supervised: Supervised, times: SupervisorTimes = TIMES) {
    this.child = child;
    this.supervised = supervised;
    this.times = times;
    this.broken = new Promise((_, reject) => {
      this.giveUp = reject;
    });
    this.broken.catch(() => {});
    this.watch(child);
    void this.keepProbing();
  }

  /** Stops the server in order, and does not start it again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.restarting;
    await stopChild(this.child);
  }

  private watch(child: ChildProcess): void {
    const lost = (code: number | null, signal: string | null) => {
      if (this.stopping.signal.aborted) return;
      log().error(
        { how: signal ?? `exit code ${code}` },
        "the embedded PostgreSQL ended and is started again",
      );
      this.restarting = this.startAgain();
    };
    // It may have ended while it was waited for.
    if (hasEnded(child)) lost(child.exitCode, child.signalCode);
    else child.once("exit", lost);
  }

  private async startAgain(): Promise<void> {
    const lostAt = performance.now();
    let portTaken = 0;
    for (let pauseMs = this.times.firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, this.times.maxPauseMs)) {
      await this.pause(pauseMs);
      if (this.stopping.signal.aborted) return;
      try {
        this.child = await this.supervised.restart();
        this.silentProbes = 0;
        log().info("the embedded PostgreSQL is back");
        this.watch(this.child);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log().error({ reason }, "the embedded PostgreSQL could not be started again");
        // Another port would need another start of everything: whoever restarts this process gives it that.
        if (error instanceof PortTakenError) portTaken++;
        const isOver = performance.now() - lostAt >= this.times.giveUpMs;
        if (!isOver && portTaken < this.times.maxPortTaken) continue;
        this.giveUp(new CommandError(reason));
        return;
      }
    }
  }

  private async keepProbing(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.pause(this.times.probeEveryMs);
      const { child } = this;
      const answers = await this.supervised.probe();
      const isRunning = child === this.child && !hasEnded(child);
      this.silentProbes = answers || !isRunning ? 0 : this.silentProbes + 1;
      if (this.silentProbes < this.times.maxSilentProbes || this.stopping.signal.aborted) continue;
      log().error("the embedded PostgreSQL does not answer and is ended");
      this.silentProbes = 0;
      await stopHanging(child);
    }
  }

  /** Ends early when the server is to stop. */
  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.stopping.signal }).catch(() => {});
  }
}

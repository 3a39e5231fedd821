import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { CommandError } from "@/server/base/command-error";
import { hasEnded, PortTakenError, stopChild, stopHanging } from "@/server/postgres/process";

/** The functions that restart and probe a database server. */
export type SupervisedServer = {
  /**
   * Restarts the server on the same port, and waits until it answers.
   * @throws PortTakenError, or an Error with the reason.
   */
  restart(): Promise<ChildProcess>;
  /** Returns whether the server answers, even with an error. It has a time limit. */
  probe(): Promise<boolean>;
};

export type SupervisorTimes = {
  /** The pause before the first attempt. Each further pause is twice as long, up to the longest. */
  firstPauseMs: number;
  maxPauseMs: number;
  /**
   * The supervisor gives up this long after the server was lost, or after this many attempts at a port that another
   * program has.
   */
  giveUpMs: number;
  maxPortTaken: number;
  probeEveryMs: number;
  /** The number of probes in a row without an answer after which a server hangs. */
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
 * Keeps a database server running. One that ends by itself is started again on its port, after a pause that
 * doubles with each failure. One that does not answer for half a minute is ended first.
 */
export class PostgresSupervisor {
  /**
   * Rejects with a CommandError when the server cannot be started any more. The error has the database's own last log
   * lines.
   */
  readonly broken: Promise<never>;
  /** The current process of the server. */
  child: ChildProcess;
  private readonly supervised: SupervisedServer;
  private readonly times: SupervisorTimes;
  private giveUp: (error: CommandError) => void = () => {};
  private readonly stopping = new AbortController();
  private restarting: Promise<void> | undefined;
  private silentProbes = 0;

  constructor(child: ChildProcess, supervised: SupervisedServer, times: SupervisorTimes = TIMES) {
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
    // The server may have ended while it was awaited.
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
        // Another port would need a restart of everything else. A process manager that restarts this process does
        // that.
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

  /** Sleeps. It ends early when the server should stop. */
  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.stopping.signal }).catch(() => {});
  }
}

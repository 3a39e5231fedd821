import { now } from "@/lib/clock";
import { type JobName, wake } from "@/lib/jobs/wake";
import { describeError, log } from "@/lib/log";

/**
 * What one run of a job says: whether it should run again at once, by when its next work is expected, and which other
 * jobs it has made work for.
 */
export type RunResult = { more: boolean; nextAt?: Date | null; wakes?: readonly JobName[] };

/**
 * Runs one job over and over: at once while there is more to do, when it is woken, when the next work is due, and
 * every `idleMs` all the same, since a wake-up may be lost and the database may not. Never runs it twice at a time.
 */
export class Worker {
  private readonly name: string;
  private readonly run: (at: Date) => Promise<RunResult>;
  private readonly idleMs: number;
  private timer: NodeJS.Timeout | undefined;
  private wakeAt = Number.POSITIVE_INFINITY;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(name: string, run: (at: Date) => Promise<RunResult>, idleMs: number) {
    this.name = name;
    this.run = run;
    this.idleMs = idleMs;
  }

  /** Runs the job `inMs` from now, or sooner if that was agreed already. */
  wake(inMs = 0): void {
    if (this.stopped) return;
    const at = performance.now() + Math.max(0, inMs);
    if (at >= this.wakeAt) return;
    this.wakeAt = at;
    if (!this.running) this.arm();
  }

  /** Lets the run in progress end and starts no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private arm(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.running = this.work().finally(() => {
        this.running = undefined;
        if (!this.stopped) this.arm();
      });
    }, this.wakeAt - performance.now());
  }

  private async work(): Promise<void> {
    let result: RunResult = { more: true };
    while (result.more && !this.stopped) {
      this.wakeAt = performance.now() + this.idleMs;
      try {
        result = await this.run(now());
        for (const job of result.wakes ?? []) wake(job);
      } catch (error) {
        log().error({ job: this.name, err: describeError(error) }, "job failed");
        return;
      }
    }
    if (result.nextAt) this.wake(result.nextAt.getTime() - now().getTime());
  }
}

import { HOME_CELL, inCell } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { logFailure } from "@/lib/db/log-failure";
import { type JobName, wake } from "@/lib/db/wake";
import { WorkPace } from "@/lib/db/work-pace";

/**
 * The result of one run: whether there is more to do, when work is next due, and the other jobs that now have work.
 * `isFull` means that the run had a full batch: the next run need not let work gather.
 */
export type RunResult = { more: boolean; isFull?: boolean; nextAt?: Date | null; wakes?: readonly JobName[] };

type Pace = { idleMs: number; spacingMs?: number; cell?: number };

/**
 * Runs one job over and over: while there is more to do, after a wake-up, and when the next work is due. It also runs
 * every `idleMs`, since a wake-up may be lost. It never runs twice at a time.
 *
 * A run begins at once after a quiet time. Otherwise it begins at least `spacingMs` after the previous one, unless
 * that was full. Work that arrives meanwhile gathers: a run for a few rows costs nearly as much as one for hundreds.
 */
export class Worker {
  private readonly name: string;
  private readonly run: (at: Date) => Promise<RunResult>;
  private readonly idleMs: number;
  private readonly spacingMs: number;
  private readonly cell: number;
  private timer: NodeJS.Timeout | undefined;
  private wakeAt = Number.POSITIVE_INFINITY;
  private ranAt = Number.NEGATIVE_INFINITY;
  private running: Promise<void> | undefined;
  private readonly pace = new WorkPace();
  private isHurried = false;
  private stopped = false;

  /** @param pace the longest sleep, the time for which work gathers, and the cell of the job; home by default. */
  constructor(
    name: string,
    run: (at: Date) => Promise<RunResult>,
    { idleMs, spacingMs = 0, cell = HOME_CELL }: Pace,
  ) {
    this.name = name;
    this.run = run;
    this.idleMs = idleMs;
    this.spacingMs = spacingMs;
    this.cell = cell;
  }

  /** Runs the job `inMs` from now, or sooner if an earlier wake-up is pending. */
  wake(inMs = 0): void {
    if (this.stopped) return;
    const at = performance.now() + Math.max(0, inMs);
    if (at >= this.wakeAt) return;
    this.wakeAt = at;
    if (!this.running) this.arm();
  }

  /**
   * Runs the job now, or after a short rest, without letting work gather: there is enough of it, and little else to
   * do.
   */
  hurry(): void {
    this.isHurried = true;
    this.wake();
    if (!this.running && !this.stopped) this.arm();
  }

  /** Waits for the run in progress and starts no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private arm(): void {
    clearTimeout(this.timer);
    const at = performance.now();
    const spacedAt = this.ranAt + this.spacingMs;
    const rested = this.isHurried ? Math.min(spacedAt, at + this.pace.restMs(at)) : spacedAt;
    const startsAt = Math.max(this.wakeAt, rested);
    this.timer = setTimeout(() => {
      this.running = this.pace
        .run(() => this.work())
        .finally(() => {
          this.running = undefined;
          if (!this.stopped) this.arm();
        });
    }, startsAt - at);
  }

  private async work(): Promise<void> {
    this.ranAt = performance.now();
    this.isHurried = false;
    this.wakeAt = this.ranAt + this.idleMs;
    try {
      const { more, isFull = false, nextAt, wakes = [] } = await this.run(now());
      if (isFull) this.ranAt = Number.NEGATIVE_INFINITY;
      for (const job of wakes) wake(job, 0, this.cell);
      if (more) this.wake();
      else if (nextAt) this.wake(nextAt.getTime() - now().getTime());
    } catch (error) {
      logFailure(error, { job: this.name, ...inCell(this.cell) }, "job failed");
    }
  }
}

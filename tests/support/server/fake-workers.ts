import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { vi } from "vitest";
import type { FromWorker, ToWorker } from "@/server/workers/messages";
import { WorkerSupervisor } from "@/server/workers/supervisor";

/** A worker process of a test, whose messages the test chooses. */
export type FakeWorker = {
  told: ToWorker[];
  given: Socket[];
  killed: boolean;
  hasEnded: boolean;
  says: (message: FromWorker) => void;
  ends: (how: string) => void;
};

/**
 * A supervisor of fake workers, under fake timers. The process of its pages listens when it is started, and
 * ends when told to.
 */
export class FakeTeam {
  readonly forked: FakeWorker[] = [];
  readonly pages: FakeWorker[] = [];
  readonly supervisor: WorkerSupervisor;

  constructor(count: number) {
    this.supervisor = new WorkerSupervisor(
      (role, says, ended) => {
        const ends = (how: string) => {
          worker.hasEnded = true;
          ended(how);
        };
        const worker: FakeWorker = { told: [], given: [], killed: false, hasEnded: false, says, ends };
        (role === "worker" ? this.forked : this.pages).push(worker);
        if (role === "pages") queueMicrotask(() => says({ kind: "listening" }));
        return {
          pid: this.forked.length,
          tell: (message) => {
            worker.told.push(message);
            if (role === "pages" && message.kind === "stop") ends("exit code 0");
          },
          give: (socket) => worker.given.push(socket),
          kill: () => {
            worker.killed = true;
            ends("SIGKILL");
          },
        };
      },
      count,
      true,
    );
  }

  /** Returns the n-th worker that was started, from 0. A negative number counts from the end. */
  at(index: number): FakeWorker {
    return this.forked.at(index) as FakeWorker;
  }

  listen(index: number): void {
    this.at(index).says({ kind: "listening" });
  }

  lead(index: number, emailPort: number | null = null): void {
    this.at(index).says({ kind: "leading", emailPort });
  }

  /** Starts all workers. They listen, and have sent heartbeats for a while. The first one leads. */
  async begin(): Promise<void> {
    const started = this.supervisor.start();
    for (const index of this.forked.keys()) this.listen(index);
    this.lead(0);
    await started;
    for (const worker of this.forked) for (let beat = 0; beat < 5; beat++) worker.says({ kind: "heartbeat" });
  }

  connect(): void {
    this.supervisor.dealer.add(new PassThrough() as unknown as Socket);
  }

  /** Returns the number of connections that each worker got. */
  given(): number[] {
    return this.forked.map(({ given }) => given.length);
  }

  /** Returns the number of messages of one kind that each worker got. */
  told(kind: ToWorker["kind"]): number[] {
    return this.forked.map(({ told }) => told.filter((message) => message.kind === kind).length);
  }

  /** Returns the workers that were told to lead. */
  leaders(): number[] {
    return this.told("lead").flatMap((times, index) => (times > 0 ? [index] : []));
  }

  /** Lets seconds pass, in which all workers except these send heartbeats. */
  async live(seconds: number, ...silent: number[]): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      for (const pages of this.pages) if (!pages.hasEnded) pages.says({ kind: "heartbeat" });
      for (const [index, worker] of this.forked.entries()) {
        if (!silent.includes(index) && !worker.hasEnded) worker.says({ kind: "heartbeat" });
      }
    }
  }
}

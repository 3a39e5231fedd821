import type { SmppBehaviour, SmppCounts } from "@/bench/lib/outside/smpp-server";
import type { Timeline } from "@/bench/lib/outside/timeline";
import { startWorker, type Worker } from "@/bench/lib/process/child";
import { onShutdown } from "@/lib/shutdown";

/** The answers of the process outside to its questions. */
export type OutsideAnswers = {
  counts: OutsideCounts;
  /** The events since the last call. */
  timeline: Timeline;
  /** The number of different webhooks since the last call. */
  webhooks: number;
};

/** A job of the process outside: a question, or a change of its behaviour. */
export type OutsideJob =
  | keyof OutsideAnswers
  | SmppBehaviour
  | { secrets: Readonly<Record<string, string>> }
  | { listen: readonly string[] }
  | { hangs: boolean };

export type OutsideCounts = SmppCounts & {
  ports: { smpp: number; http: number };
  /** Messages of the timeline, and different webhooks. */
  seen: { submissions: number; webhooks: number };
  /** Webhooks whose signature is missing or wrong. */
  unsigned: number;
};

/** A network and a receiver of webhooks, in one process that is not measured. */
export class Outside {
  readonly ports: OutsideCounts["ports"];
  readonly pid: number;
  private readonly worker: Worker<OutsideJob, unknown>;

  private constructor(worker: Worker<OutsideJob, unknown>, ports: OutsideCounts["ports"]) {
    this.worker = worker;
    this.pid = worker.pid;
    this.ports = ports;
  }

  static async start(): Promise<Outside> {
    const worker = await startWorker<OutsideJob, unknown>("outside/outside-process.ts");
    onShutdown("resources", worker.stop);
    return new Outside(worker, ((await worker.run("counts")) as OutsideCounts).ports);
  }

  /** The receiver's host and port. */
  get receiver(): string {
    return `127.0.0.1:${this.ports.http}`;
  }

  /**
   * Changes the behaviour: the network's (which restarts its count of messages), the signing secrets by
   * endpoint path, further addresses that receive webhooks, or whether requests stay unanswered.
   */
  async set(change: Exclude<OutsideJob, string>): Promise<void> {
    await this.worker.run(change);
  }

  ask<Question extends keyof OutsideAnswers>(question: Question): Promise<OutsideAnswers[Question]> {
    return this.worker.run(question) as Promise<OutsideAnswers[Question]>;
  }
}

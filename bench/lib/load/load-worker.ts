import type { Answers, ClosedJob, OpenJob } from "@/bench/lib/load/load";
import { startWorker } from "@/bench/lib/process/child";
import { onShutdown } from "@/lib/shutdown";

/** The result of a closed load. Times are those of correct answers. */
export type LoadResult = {
  seconds: number;
  answered: number;
  /** Requests with another answer, or with none. The server may have accepted one without an answer. */
  errors: number;
  unanswered: number;
  /** Ids in the answers. */
  messages: number;
  p50Ms: number;
  p99Ms: number;
  samples: string[];
};

/** A process that asks. Ids in the answers to a closed load go to a file, one a line. */
export type LoadWorker = {
  pid: number;
  close(job: Omit<ClosedJob, "firstNumber">, idsFile: string | null): Promise<LoadResult>;
  open(job: OpenJob): Promise<Answers>;
};

/** Starts a process that asks. It ends with this one. */
export async function startLoad(): Promise<LoadWorker> {
  const { pid, run, stop } = await startWorker<object, LoadResult | Answers>("load/load-process.ts");
  onShutdown("resources", stop);
  return {
    pid,
    // No two loads have a number in common.
    close: (job, idsFile) => run({ ...job, idsFile, firstNumber: Date.now() * 1_000 }) as Promise<LoadResult>,
    open: (job) => run(job) as Promise<Answers>,
  };
}

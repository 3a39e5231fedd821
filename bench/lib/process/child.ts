import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { ROOT } from "@/server/base/root";

/** A worker process's answer: the result of the work, or its failure. */
type Answer<Result> = { result: Result } | { failure: string };

/** A process that does one piece of work after the other. It takes the next one after its answer. */
export type Worker<Job, Result> = { pid: number; run(job: Job): Promise<Result>; stop(): Promise<void> };

/** Starts a worker from a file of this folder. */
export async function startWorker<Job, Result>(file: string): Promise<Worker<Job, Result>> {
  const child = fork(path.join(ROOT, "bench", "lib", file), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, LOG_LEVEL: "error" },
  });
  const ended = once(child, "exit");
  await Promise.race([once(child, "message"), ended]);
  return {
    pid: child.pid ?? 0,
    run: (job) => ask(child, job),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
}

function ask<Job, Result>(child: ChildProcess, job: Job): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error("A process of the benchmark ended before its work was done."));
    if (child.exitCode !== null || child.signalCode !== null) onExit();
    child.once("exit", onExit);
    child.once("message", (answer: Answer<Result>) => {
      child.off("exit", onExit);
      if ("result" in answer) resolve(answer.result);
      else reject(new Error(answer.failure));
    });
    child.send(job as object);
  });
}

/** Runs jobs one after the other in the worker, until the parent process ends. */
export function serveWork<Job, Result>(work: (job: Job) => Promise<Result> | Result): void {
  process.on("message", async (job: Job) => {
    try {
      process.send?.({ result: await work(job) });
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on("disconnect", () => process.exit());
  process.send?.({ result: "ready" });
}

import { writeFileSync } from "node:fs";
import { percentilesOf } from "@/bench/lib/base/percentiles";
import { type Answers, type ClosedJob, isRight, type OpenJob, runLoad } from "@/bench/lib/load/load";
import type { LoadResult } from "@/bench/lib/load/load-worker";
import { serveWork } from "@/bench/lib/process/child";

// Drives servers from a process of its own: the load shares no thread with the server.
serveWork(async (job: OpenJob | (ClosedJob & { idsFile: string | null })): Promise<Answers | LoadResult> => {
  const answers = await runLoad(job);
  if ("perSecond" in job) return { ...answers, allIds: [] };
  const { dueAt, answeredAt, statuses, allIds, samples } = answers;
  if (job.idsFile !== null) writeFileSync(job.idsFile, allIds.join("\n"));
  const times = answeredAt.flatMap((at, index) =>
    isRight(statuses[index]) ? [at - (dueAt[index] as number)] : [],
  );
  const { p50, p99 } = percentilesOf(times);
  const last = answeredAt.reduce((latest, at) => Math.max(latest, at), 0);
  return {
    seconds: (last - (dueAt[0] ?? 0)) / 1_000,
    answered: times.length,
    errors: statuses.length - times.length,
    unanswered: statuses.filter((status) => status === 0).length,
    messages: allIds.length,
    p50Ms: p50,
    p99Ms: p99,
    samples,
  };
});

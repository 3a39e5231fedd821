import type { OutsideCounts, OutsideJob } from "@/bench/lib/outside/outside";
import { Receiver } from "@/bench/lib/outside/receiver";
import { SmppServer } from "@/bench/lib/outside/smpp-server";
import type { Timeline } from "@/bench/lib/outside/timeline";
import { serveWork } from "@/bench/lib/process/child";

// The network and the receiver of webhooks, in a process of their own.

const timeline: Timeline = { submissions: [], receipts: [], webhooks: [] };
const [smpp, receiver] = await Promise.all([SmppServer.start(timeline), Receiver.start(timeline)]);

serveWork(async (job: OutsideJob): Promise<OutsideCounts | Timeline | number | null> => {
  if (job === "timeline") {
    const [submissions, receipts, webhooks] = [timeline.submissions, timeline.receipts, timeline.webhooks];
    Object.assign(timeline, { submissions: [], receipts: [], webhooks: [] });
    return { submissions, receipts, webhooks };
  }
  if (job === "webhooks") {
    const { size } = receiver.seen;
    receiver.seen.clear();
    return size;
  }
  if (job === "counts") {
    const { port, bound, taken } = smpp;
    const seen = { submissions: timeline.submissions.length, webhooks: receiver.seen.size };
    const ports = { smpp: port, http: receiver.port };
    return { ports, bound, taken, seen, unsigned: receiver.unsigned };
  }
  if ("secrets" in job) receiver.secrets = { ...receiver.secrets, ...job.secrets };
  else if ("listen" in job) await Promise.all(job.listen.map((host) => receiver.listen(host)));
  else if ("hangs" in job) receiver.hangs = job.hangs;
  else smpp.behave(job);
  return null;
});

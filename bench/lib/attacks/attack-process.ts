import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "@/bench/lib/attacks/attacks";
import { numberText } from "@/bench/lib/load/load";
import { ReplyReader } from "@/bench/lib/load/reply-reader";
import { OWN_NUMBER } from "@/bench/lib/load/requests";
import { serveWork } from "@/bench/lib/process/child";

export type AttackJob = Attack & { port: number; seconds: number };

/**
 * The result of an attack: answers by status, connections that the server closed or left open, and the
 * drained bytes.
 */
export type AttackResult = {
  statuses: Record<string, number>;
  closed: number;
  left: number;
  drainedMiB: number;
};

/** The pause before a broken connection is opened again. */
const RECONNECT_MS = 50;

/** Attacks a server of this machine for some seconds, from a process of its own. */
async function run(job: AttackJob): Promise<AttackResult> {
  const found: AttackResult = { statuses: {}, closed: 0, left: 0, drainedMiB: 0 };
  const endsAt = performance.now() + job.seconds * 1000;
  const open = new Set<Socket>();
  const busy = Array.from({ length: job.connections }, async () => {
    while (performance.now() < endsAt) {
      await attackOver(job, found, open, endsAt);
      await sleep(RECONNECT_MS);
    }
  });
  while (performance.now() < endsAt) {
    for (let n = 0; n < (job.newPerSecond ?? 0); n++) void attackOver(job, found, open, endsAt);
    await sleep(Math.min(1_000, Math.max(0, endsAt - performance.now())));
  }
  found.left = open.size;
  for (const socket of open) socket.destroy();
  await Promise.all(busy);
  return found;
}

/** Uses one connection in the attack's manner, until it breaks or the time is up. */
function attackOver(job: AttackJob, found: AttackResult, open: Set<Socket>, endsAt: number): Promise<void> {
  const socket = connect({ host: "127.0.0.1", port: job.port, noDelay: true, localAddress: job.from });
  const reader = new ReplyReader();
  const note = (what: string) => {
    found.statuses[what] = (found.statuses[what] ?? 0) + 1;
  };
  return new Promise((resolve) => {
    socket.once("connect", () => {
      open.add(socket);
      socket.write(nextRequest(job));
    });
    socket.on("error", () => {});
    socket.once("close", () => {
      if (open.delete(socket)) found.closed++;
      resolve();
    });
    if (job.manner === "deaf") socket.pause();
    else
      socket.on("data", (chunk) => {
        if (job.manner === "drain") {
          found.drainedMiB += chunk.length / 2 ** 20;
          return;
        }
        try {
          const reply = reader.push(chunk);
          if (reply === null) return;
          note(String(reply.status));
          if (job.manner === "repeat" && performance.now() < endsAt) socket.write(nextRequest(job));
        } catch {
          note("unreadable");
          socket.destroy();
        }
      });
  });
}

let sent = 0;

/** Returns the bytes of an attack, with a number of its own in the place of one. */
const nextRequest = ({ request }: AttackJob) => request.replace(OWN_NUMBER, () => numberText(++sent));

serveWork(run);

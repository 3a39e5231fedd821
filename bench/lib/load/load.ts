import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Latencies } from "@/bench/lib/load/latencies";
import type { Driven, LoadJob } from "@/bench/lib/load/load-job";
import { ReplyReader } from "@/bench/lib/load/reply-reader";
import { OWN_NUMBER } from "@/bench/lib/load/requests";
import { IdFile } from "@/bench/lib/process/id-file";

const ANSWER_TIMEOUT_MS = 30_000;
const RECONNECT_MS = 20;
const SAMPLES = 3;
const SAMPLE_LENGTH = 200;

/** The state that all connections of a load share. */
type Load = {
  job: LoadJob;
  requests: readonly Buffer[];
  next: number;
  endsAt: number;
  latencies: Latencies;
  /** When the last correct answer came. */
  lastAt: number;
  ids: IdFile | null;
  errors: number;
  unanswered: number;
  samples: string[];
};

/**
 * Drives a server over persistent connections, each with one request under way. The next request follows the
 * answer to the one before, so that a slow server gets fewer requests. At the end, requests under way are
 * awaited.
 */
export async function runLoad(job: LoadJob): Promise<Driven> {
  const load: Load = {
    job,
    requests: job.requests.map((text) => Buffer.from(text)),
    next: 0,
    endsAt: 0,
    latencies: new Latencies(),
    ids: job.idsFile === null ? null : new IdFile(job.idsFile),
    lastAt: 0,
    errors: 0,
    unanswered: 0,
    samples: [],
  };
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job)));
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  load.endsAt = startedAt + job.seconds * 1000;
  await Promise.all(sockets.map((socket) => keepBusy(load, socket)));
  // A connection that hangs at the end must not hide the answers of the others.
  const seconds = ((load.lastAt || performance.now()) - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  load.ids?.close();
  const { latencies, errors, unanswered, samples } = load;
  return {
    seconds,
    answered: latencies.count,
    errors,
    unanswered,
    messages: load.ids?.count ?? 0,
    samples,
    p50Ms: latencies.percentile(50),
    p99Ms: latencies.percentile(99),
    maxMs: latencies.maxMs,
    cpuSeconds: (user + system) / 1e6,
  };
}

async function open({ host, port }: LoadJob): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  await once(socket, "connect");
  return socket;
}

/** Sends over one connection until the time is up. A broken connection is replaced. */
async function keepBusy(load: Load, first: Socket): Promise<void> {
  let socket: Socket | null = first;
  while (isOpen(load)) {
    socket ??= await open(load.job).catch((error: unknown) => {
      note(load, String(error));
      return null;
    });
    const failure: string | null = socket && (await exchange(load, socket));
    if (failure !== null) {
      load.unanswered++;
      note(load, failure);
    }
    socket?.destroy();
    socket = null;
    if (isOpen(load)) await sleep(RECONNECT_MS);
  }
  socket?.destroy();
}

function isOpen({ job, next, requests, endsAt }: Load): boolean {
  return job.once ? next < requests.length : performance.now() < endsAt;
}

function note(load: Load, what: string): void {
  load.errors++;
  if (load.samples.length < SAMPLES) load.samples.push(what.slice(0, SAMPLE_LENGTH));
}

/** A request with a number of its own, where it has a place for one: no other of this load or the next has that. */
function numbered(request: Buffer, { next, endsAt }: Load): Buffer {
  const place = request.indexOf(OWN_NUMBER);
  if (place < 0) return request;
  const from = Math.trunc(performance.timeOrigin + endsAt);
  const own = Buffer.from(request);
  own.write(`${from}${String(next).padStart(OWN_NUMBER.length - String(from).length, "0")}`, place);
  return own;
}

/**
 * Sends one request after the other. Resolves with null when the time is up, else with why a request had no
 * answer.
 */
function exchange(load: Load, socket: Socket): Promise<string | null> {
  const { latencies, ids, requests } = load;
  const reader = new ReplyReader();
  let sentAt = 0;
  const send = () => {
    const request = numbered(requests[load.next % requests.length] as Buffer, load);
    load.next++;
    sentAt = performance.now();
    socket.write(request);
  };
  return new Promise((resolve) => {
    socket.on("error", (error) => resolve(String(error)));
    socket.on("close", () => resolve("The connection was closed before the answer."));
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => resolve("No answer came in time."));
    socket.on("data", (chunk) => {
      try {
        const reply = reader.push(chunk);
        if (reply === null) return;
        if (reply.status >= 200 && reply.status < 300) {
          load.lastAt = performance.now();
          latencies.record(load.lastAt - sentAt);
          ids?.addFrom(reply.body);
        } else note(load, `${reply.status} ${reply.body.toString("utf8")}`);
        if (isOpen(load)) send();
        else resolve(null);
      } catch (error) {
        resolve(String(error));
      }
    });
    if (isOpen(load)) send();
    else resolve(null);
  });
}

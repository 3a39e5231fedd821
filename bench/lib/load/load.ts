import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ReplyReader } from "@/bench/lib/load/reply-reader";
import { OWN_NUMBER } from "@/bench/lib/load/requests";
import { scheduleOf } from "@/bench/lib/load/schedule";
import { clockMs } from "@/bench/lib/process/clock";

type Requests = {
  port: number;
  /**
   * Whole requests as bytes on the wire, used in turn. Each `OWN_NUMBER` is replaced by the number of the
   * request.
   */
  requests: readonly string[];
  /** The number of the first request. */
  firstNumber: number;
};

/** The job of an open load: requests leave when they are due, before or after earlier answers. */
export type OpenJob = Requests & { perSecond: number; seconds: number; seed: number };

/**
 * The job of a closed load: each connection sends its next request when the last one is answered. Without
 * seconds each request is sent once.
 */
export type ClosedJob = Requests & { connections: number; seconds: number | null };

/** The requests of a load in the order in which they left. Times are those of the machine's clock. */
export type Answers = {
  firstNumber: number;
  /** The time at which a request was due, or left if the load is closed. */
  dueAt: number[];
  /** 0 for a request without an answer. */
  answeredAt: number[];
  /** HTTP statuses; 0 for a request without an answer. */
  statuses: number[];
  /** The first message's id in each answer. */
  ids: (string | null)[];
  /** The ids in all answers. */
  allIds: string[];
  /** The first few refusals and failures, in words. */
  samples: string[];
};

/**
 * With more connections than this in use, a request waits for one. Its time counts from the moment it was
 * due.
 */
const MAX_CONNECTIONS = 1_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** The time until the first request of an open load. */
const LEAD_MS = 100;
const RECONNECT_MS = 20;
const SAMPLES = 3;
const SAMPLE_LENGTH = 200;
const ID = /"message_id":"([0-9a-f-]{36})"/g;

/** Returns the number of a request as its 24 digits. */
export const numberText = (number: number) => String(number).padStart(OWN_NUMBER.length, "0");

export const isRight = (status: number | undefined) => status !== undefined && status >= 200 && status < 300;

/** Sends the requests of a job over persistent connections, and waits for the answers. */
export function runLoad(job: OpenJob | ClosedJob): Promise<Answers> {
  return new Load(job).run();
}

class Load {
  private readonly job: OpenJob | ClosedJob;
  private readonly isNumbered: boolean;
  private readonly answers: Answers;
  private readonly idle: Socket[] = [];
  /** Requests that wait for a connection. */
  private readonly waiting: number[] = [];
  private readonly open = new Set<Socket>();
  /** Requests that have begun and have no outcome. */
  private pending = 0;
  /** True once no further request begins. */
  private isOver = false;
  private onDone = () => {};

  constructor(job: OpenJob | ClosedJob) {
    this.job = job;
    this.isNumbered = job.requests.some((request) => request.includes(OWN_NUMBER));
    const { firstNumber } = job;
    const lists = { dueAt: [], answeredAt: [], statuses: [], ids: [], allIds: [], samples: [] };
    this.answers = { firstNumber, ...lists };
  }

  async run(): Promise<Answers> {
    const done = new Promise<void>((resolve) => {
      this.onDone = resolve;
    });
    const { job } = this;
    if ("perSecond" in job) await this.offer(job);
    else for (let made = 0; made < job.connections; made++) this.connect(this.nextOfClosed());
    if ("connections" in job && job.seconds !== null) await sleep(job.seconds * 1_000);
    if (job.seconds !== null) this.isOver = true;
    this.finish();
    const ended = new AbortController();
    await Promise.race([done, sleep(ANSWER_TIMEOUT_MS, null, ended).catch(() => null)]);
    ended.abort();
    this.isOver = true;
    for (const socket of this.open) socket.destroy();
    return this.answers;
  }

  /** Begins each request when it is due. */
  private async offer(job: OpenJob): Promise<void> {
    const startedAt = clockMs() + LEAD_MS;
    for (const ms of scheduleOf(job)) {
      for (let early = 1; early > 0; ) {
        early = startedAt + ms - clockMs();
        if (early > 0) await sleep(early);
      }
      this.send(this.begin(startedAt + ms));
    }
  }

  /** Notes a request. @returns its index. */
  private begin(dueAt: number): number {
    const { answers } = this;
    this.pending++;
    answers.answeredAt.push(0);
    answers.statuses.push(0);
    answers.ids.push(null);
    return answers.dueAt.push(dueAt) - 1;
  }

  /** Begins the next request of a closed load. @returns its index; null if there is none. */
  private nextOfClosed(): number | null {
    const { job, answers } = this;
    if ("connections" in job && job.seconds === null)
      this.isOver ||= answers.dueAt.length === job.requests.length;
    return this.isOver || "perSecond" in job ? null : this.begin(clockMs());
  }

  private send(index: number): void {
    const socket = this.idle.pop();
    if (socket) this.ask(socket, index);
    else if (this.open.size < MAX_CONNECTIONS) this.connect(index);
    else this.waiting.push(index);
  }

  /** Opens a connection for a request. */
  private connect(index: number | null): void {
    if (index === null) return;
    const socket = connect({ host: "127.0.0.1", port: this.job.port, noDelay: true });
    this.open.add(socket);
    const onEarlyClose = () => this.settle(index, 0, "The connection was refused.");
    socket.on("error", () => socket.destroy());
    socket.once("close", onEarlyClose);
    socket.once("connect", () => {
      socket.off("close", onEarlyClose);
      if ("connections" in this.job) this.answers.dueAt[index] = clockMs();
      this.ask(socket, index);
    });
    socket.once("close", () => {
      this.open.delete(socket);
      const at = this.idle.indexOf(socket);
      if (at >= 0) this.idle.splice(at, 1);
      const next = this.waiting.shift();
      if (next !== undefined) this.send(next);
      else if (!this.isOver) setTimeout(() => this.connect(this.nextOfClosed()), RECONNECT_MS);
    });
  }

  /** Sends a request over an idle connection. The next request follows the response. */
  private ask(socket: Socket, index: number): void {
    const reader = new ReplyReader();
    const onClose = () => this.settle(index, 0, "The connection was closed before the answer.");
    const onData = (chunk: Buffer) => {
      try {
        const reply = reader.push(chunk);
        if (reply === null) return;
        socket.off("close", onClose).off("data", onData);
        this.settle(index, reply.status, reply.body.toString("utf8"));
        const next = this.waiting.shift() ?? this.nextOfClosed();
        if (next === null) this.idle.push(socket);
        else this.ask(socket, next);
      } catch {
        socket.destroy();
      }
    };
    socket.once("close", onClose).on("data", onData);
    const { requests, firstNumber } = this.job;
    const request = requests[index % requests.length] as string;
    socket.write(this.isNumbered ? request.replaceAll(OWN_NUMBER, numberText(firstNumber + index)) : request);
  }

  private settle(index: number, status: number, text: string): void {
    const { answeredAt, statuses, ids, allIds, samples } = this.answers;
    if (status > 0) answeredAt[index] = clockMs();
    statuses[index] = status;
    for (const [, id = ""] of text.matchAll(ID)) {
      ids[index] ??= id;
      allIds.push(id);
    }
    if (!isRight(status) && samples.length < SAMPLES)
      samples.push(`${status} ${text}`.slice(0, SAMPLE_LENGTH));
    this.pending--;
    this.finish();
  }

  private finish(): void {
    if (this.isOver && this.pending === 0) this.onDone();
  }
}

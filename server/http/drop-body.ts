import type { IncomingMessage } from "node:http";

/**
 * How much of one refused body is read and dropped, and for how long. Most clients read the answer only once
 * they have sent everything, and get none where the connection is reset before.
 */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024;
const MAX_DROPPING_MS = 10_000;

/** What a process reads of refused bodies at once where it has read none lately, and each second after that. */
const PACE = { burstBytes: 4 * 1024 * 1024, bytesPerSecond: 8 * 1024 * 1024 };

/** The most that Node reads from a socket at once. */
const CHUNK_BYTES = 64 * 1024;

const LOOK_MS = 10;

export type Pace = { burstBytes: number; bytesPerSecond: number };

/**
 * Reads and drops refused bodies, those of all connections together at a pace, in turns of a chunk
 * (rules: body size). Reading costs the processor, so that clients who send without end would slow all others down.
 */
export class BodyDropper {
  private readonly pace: Pace;
  private readonly waiting = new Set<IncomingMessage>();
  private left: number;
  private countedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;

  constructor(pace: Pace = PACE) {
    this.pace = pace;
    this.left = pace.burstBytes;
  }

  /** Drops what comes of a body. @param then is called once: at its end, at its limits, or when its client has left. */
  drop(request: IncomingMessage, then: () => void): void {
    if (request.destroyed) {
      then();
      return;
    }
    let left = MAX_DROPPED_BYTES;
    const take = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) stop();
      else this.count(request, chunk.length);
    };
    const stop = () => {
      clearTimeout(timer);
      this.waiting.delete(request);
      request.off("data", take).off("end", stop).off("close", stop);
      then();
    };
    const timer = setTimeout(stop, MAX_DROPPING_MS);
    // A reader that has begun would keep what is dropped.
    request.removeAllListeners("data");
    request.on("data", take).once("end", stop).once("close", stop);
    request.resume();
  }

  private count(request: IncomingMessage, bytes: number): void {
    this.refill();
    this.left -= bytes;
    if (this.left > 0) return;
    request.pause();
    this.waiting.add(request);
    this.timer ??= setTimeout(() => this.goOn(), LOOK_MS);
  }

  private refill(): void {
    const now = performance.now();
    const gained = ((now - this.countedAt) * this.pace.bytesPerSecond) / 1_000;
    this.left = Math.min(this.pace.burstBytes, this.left + gained);
    this.countedAt = now;
  }

  /** Lets those who have waited longest read a chunk each, as many as there is room for. */
  private goOn(): void {
    this.timer = undefined;
    this.refill();
    let chunks = Math.ceil(this.left / CHUNK_BYTES);
    for (const request of this.waiting) {
      if (chunks-- <= 0) break;
      this.waiting.delete(request);
      request.resume();
    }
    if (this.waiting.size > 0) this.timer = setTimeout(() => this.goOn(), LOOK_MS);
  }
}

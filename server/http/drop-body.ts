import type { IncomingMessage } from "node:http";

/**
 * The most bytes of one rejected body that are read and dropped, and the longest time for that. Most clients read the
 * answer only after they have sent everything. If the connection is reset before that, they get no answer.
 */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024;
const MAX_DROPPING_MS = 10_000;

/** The bytes of rejected bodies that a process reads at once after a pause, and each second after that. */
const PACE = { burstBytes: 4 * 1024 * 1024, bytesPerSecond: 8 * 1024 * 1024 };

/** The most that Node reads from a socket at once. */
const CHUNK_BYTES = 64 * 1024;

const LOOK_MS = 10;

export type Pace = { burstBytes: number; bytesPerSecond: number };

/**
 * Reads and drops rejected bodies in turns of a chunk, and at one pace for all connections together
 * (rules: body size). Reading uses the processor, so clients that send without end would slow down others.
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

  /**
   * Drops the rest of a body.
   * @param then is called once: at the body's end, at its limits, or when its client has left.
   */
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
    // A reader that has begun would keep the dropped data.
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

  /** Lets the requests that have waited longest read a chunk each, as far as the pace allows. */
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

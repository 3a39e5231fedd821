import { hasFairPlace } from "@/lib/fair-place";
import { processWide } from "@/lib/process-wide";
import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { OpenChunk, SPAN_MS, stretchStart } from "@/lib/requests/chunks/open-chunk";

/** The most bytes of requests that wait in the chunks of a process. Further requests are dropped. */
export const MAX_HELD_BYTES = 32 * 1_024 * 1_024;

/** The chunks that a process writes a second. It writes more if the waiting ones exceed half of the limit. */
export const CHUNKS_A_SECOND = 100;

/** The number of stretches of time that keys of open chunks distinguish. No request runs for so many. */
const STRETCHES = 1_024;

/** The memory of this process's chunks until they are written. */
const held = processWide("gatewayRequestChunksHeld", () => ({ bytes: 0 })).value;

/** Returns the bytes of requests that wait in the chunks of this process. */
export function heldBytes(): number {
  return held.bytes;
}

/** The chunks of a process that are not written yet. */
export class GatheredChunks {
  /** The chunks by account and stretch of time, the oldest first. */
  private readonly open = new Map<number, OpenChunk>();
  private full: OpenChunk[] = [];
  /** The memory of each account's chunks. */
  private readonly byAccount = new Map<number, number>();

  /**
   * Returns whether an account may add a waiting request. Once half of the room is taken, each account has a limited
   * part of it.
   */
  hasRoom(accountId: number): boolean {
    if (held.bytes < MAX_HELD_BYTES / 2) return true;
    const own = this.byAccount.get(accountId) ?? 0;
    return held.bytes < MAX_HELD_BYTES && hasFairPlace(own, this.byAccount.size, MAX_HELD_BYTES);
  }

  isEmpty(): boolean {
    return this.open.size === 0 && this.full.length === 0;
  }

  add(request: LoggedRequest): void {
    const startMs = stretchStart(request.at.getTime());
    const name = request.accountId * STRETCHES + ((startMs / SPAN_MS) % STRETCHES);
    const chunk = this.open.get(name);
    const isOfTime = chunk?.startMs === startMs;
    const before = chunk?.held ?? 0;
    if (chunk && isOfTime && chunk.add(request)) {
      this.hold(request.accountId, chunk.held - before);
      if (chunk.isFull()) this.end(name, chunk);
      return;
    }
    if (chunk) this.end(name, chunk);
    const next = new OpenChunk(request.accountId, startMs);
    next.add(request);
    this.hold(request.accountId, next.held);
    this.open.set(name, next);
  }

  /**
   * Takes the chunks that are to be written now: full ones, and the ones that have waited longest. With many accounts
   * and few requests of each, a chunk waits a few seconds, so that fewer and larger chunks are written.
   * @param isAll whether all chunks are taken.
   */
  take(isAll: boolean): OpenChunk[] {
    const taken = this.full;
    this.full = [];
    let waiting = held.bytes - taken.reduce((sum, chunk) => sum + chunk.held, 0);
    for (const [name, chunk] of this.open) {
      if (!isAll && taken.length >= CHUNKS_A_SECOND && waiting <= MAX_HELD_BYTES / 2) break;
      this.open.delete(name);
      taken.push(chunk);
      waiting -= chunk.held;
    }
    return taken;
  }

  /** Releases the memory of taken chunks after they are written or dropped. */
  release(chunks: readonly OpenChunk[]): void {
    for (const chunk of chunks) this.hold(chunk.accountId, -chunk.held);
  }

  private hold(accountId: number, bytes: number): void {
    if (bytes === 0) return;
    held.bytes += bytes;
    const own = (this.byAccount.get(accountId) ?? 0) + bytes;
    if (own > 0) this.byAccount.set(accountId, own);
    else this.byAccount.delete(accountId);
  }

  private end(name: number, chunk: OpenChunk): void {
    this.open.delete(name);
    this.full.push(chunk);
  }
}

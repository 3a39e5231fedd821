import { hasFairPlace } from "@/lib/fair-place";
import { processWide } from "@/lib/process-wide";
import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { OpenChunk, SPAN_MS, stretchStart } from "@/lib/requests/chunks/open-chunk";

/** How many bytes of requests wait in the chunks of a process at most: what comes beyond is dropped. */
export const MAX_HELD_BYTES = 32 * 1_024 * 1_024;

/** How many chunks a process writes a second, unless those that would wait took more than half of what may wait. */
export const CHUNKS_A_SECOND = 100;

/** Stretches of time that an account's chunks are told apart by. No request takes as long as so many. */
const STRETCHES = 1_024;

/** What the chunks of this process take in memory, until they are written. */
const held = processWide("gatewayRequestChunksHeld", () => ({ bytes: 0 })).value;

/** How many bytes of requests wait in the chunks of this process. */
export function heldBytes(): number {
  return held.bytes;
}

/** The chunks of a process that are still to be written. */
export class GatheredChunks {
  /** By account and stretch of time; the one that was begun first is first. */
  private readonly open = new Map<number, OpenChunk>();
  private full: OpenChunk[] = [];
  /** What the chunks of each account take in memory. */
  private readonly byAccount = new Map<number, number>();

  /** Whether more of an account may wait. Once half of the room is taken, no account takes more than its part of it. */
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
   * Takes what is to be written now: what is full, and those that have waited longest. Where many accounts ask a little, each
   * waits a few seconds, so that fewer and larger chunks are written.
   * @param isAll whether nothing may wait any longer.
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

  /** Chunks that were taken are written, or dropped. */
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

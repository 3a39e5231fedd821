import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { outcomeOf, type RequestGroup } from "@/lib/requests/chunks/request-group";

/** The stretch of time of a chunk's requests. It begins at a whole multiple of this length. */
export const SPAN_MS = 10_000;

/**
 * The most requests of a chunk, the most bytes of them before compression, and the most groups. The database
 * enforces the first two.
 */
export const MAX_CHUNK_REQUESTS = 1_000;
export const MAX_CHUNK_BYTES = 256 * 1_024;
export const MAX_CHUNK_GROUPS = 200;

/** The memory of a chunk without its requests, and of a block without its bytes. */
const HELD_OF_CHUNK = 1_000;
const HELD_OF_BLOCK = 200;

/**
 * The sizes of a chunk's blocks: each is twice as large as the previous one. A larger request has a separate block.
 */
const FIRST_BLOCK_BYTES = 512;
const MAX_BLOCK_BYTES = 8 * 1_024;

/** The most bytes of a UTF-16 unit in UTF-8. */
const MOST_OF_UNIT = 3;

const [BEGINS, PARTS, ENDS] = Buffer.from("[,]") as unknown as [number, number, number];

/** Returns the beginning of an instant's stretch of time. */
export function stretchStart(atMs: number): number {
  return atMs - (atMs % SPAN_MS);
}

/** A group, and its index among the groups of its chunk. */
type GroupPlace = { place: number; group: RequestGroup };

/**
 * Requests of an account that wait to be written as one chunk. Each becomes a line of JSON when it arrives, so that
 * no turn of the event loop has to serialise many. The lines are outside of the heap, where the garbage collector
 * does not scan them.
 */
export class OpenChunk {
  readonly accountId: number;
  readonly startMs: number;
  count = 0;
  firstMs = Number.POSITIVE_INFINITY;
  lastMs = 0;
  refused = 0;
  /** The memory of the chunk. */
  held = HELD_OF_CHUNK;
  private bytes = 0;
  /** The full blocks, the current block, and the used bytes of the current block. */
  private readonly blocks: Buffer[] = [];
  private block: Buffer | null = null;
  private used = 0;
  private readonly byText = new Map<string, GroupPlace>();
  /** The group of the last request. Most requests have the same group as the previous one. */
  private last: GroupPlace | null = null;

  /** @param startMs the beginning of the stretch of time of all its requests. */
  constructor(accountId: number, startMs: number) {
    this.accountId = accountId;
    this.startMs = startMs;
  }

  get groups(): RequestGroup[] {
    return [...this.byText.values()].map(({ group }) => group);
  }

  /**
   * Adds a request of its account and its time.
   * @returns whether there was room.
   */
  add(request: LoggedRequest): boolean {
    const placed = this.last && isOf(this.last.group, request) ? this.last : this.placeOf(request);
    if (!placed) return false;
    const atMs = request.at.getTime();
    if (!this.write(lineOf(request, placed.place, atMs - this.startMs))) return false;
    if (placed.group.count++ === 0) this.byText.set(textOf(request), placed);
    this.last = placed;
    this.count++;
    if (request.status >= 400) this.refused++;
    if (atMs < this.firstMs) this.firstMs = atMs;
    if (atMs > this.lastMs) this.lastMs = atMs;
    return true;
  }

  /** Returns whether the chunk accepts no further request. */
  isFull(): boolean {
    return this.count === MAX_CHUNK_REQUESTS;
  }

  /** Returns its requests as JSON, and closes the chunk. */
  json(): Buffer {
    const last = this.block?.subarray(0, this.used) ?? Buffer.alloc(0);
    const json = Buffer.concat([...this.blocks, last]);
    json[json.length - 1] = ENDS;
    return json;
  }

  /** Returns the group of a request, which may be a new one; null if there is no room for another. */
  private placeOf(request: LoggedRequest): GroupPlace | null {
    const known = this.byText.get(textOf(request));
    if (known) return known;
    const place = this.byText.size;
    if (place === MAX_CHUNK_GROUPS) return null;
    const { method, path, status, errorCode: code, credential, apiKeyId: key } = request;
    const outcome = outcomeOf(status);
    return { place, group: { method, path, status, outcome, code, credential, key, count: 0 } };
  }

  /**
   * Appends a line and its separator.
   * @returns whether there was room.
   */
  private write(line: string): boolean {
    let { block } = this;
    if (block === null || block.length - this.used <= MOST_OF_UNIT * line.length) {
      const bytes = Buffer.byteLength(line) + 1;
      if (this.bytes + bytes >= MAX_CHUNK_BYTES) return false;
      if (block === null || block.length - this.used < bytes) block = this.begin(bytes);
    }
    const end = this.used + block.write(line, this.used);
    const bytes = end + 1 - this.used;
    if (this.bytes + bytes > MAX_CHUNK_BYTES) return false;
    block[end] = PARTS;
    this.used = end + 1;
    this.bytes += bytes;
    return true;
  }

  /** Begins a block with room for a line of a number of bytes. */
  private begin(bytes: number): Buffer {
    const before = this.block;
    const isFirst = before === null;
    const usual = isFirst ? FIRST_BLOCK_BYTES : Math.min(2 * before.length, MAX_BLOCK_BYTES);
    const block = Buffer.allocUnsafeSlow(Math.max(usual, bytes + (isFirst ? 1 : 0)));
    if (before) this.blocks.push(before.subarray(0, this.used));
    else block[0] = BEGINS;
    this.block = block;
    this.used = isFirst ? 1 : 0;
    this.bytes += this.used;
    this.held += block.length + HELD_OF_BLOCK;
    return block;
  }
}

/** Returns whether a request belongs to a group. */
function isOf(group: RequestGroup, request: LoggedRequest): boolean {
  return (
    group.path === request.path &&
    group.status === request.status &&
    group.key === request.apiKeyId &&
    group.credential === request.credential &&
    group.code === request.errorCode &&
    group.method === request.method
  );
}

/** Returns the text that identifies a request's group. */
const textOf = ({ method, path, status, errorCode, credential, apiKeyId }: LoggedRequest) =>
  `${path} ${status} ${apiKeyId} ${credential} ${errorCode} ${method}`;

/** A request in a chunk: its group, its time after the beginning of the stretch, and its own values. */
export type ChunkLine = [
  group: number,
  sinceStartMs: number,
  durationMs: number,
  requestId: string,
  messageId: string | 0,
  address: string,
  error: string | 0,
  parameters: Record<string, unknown>,
];

function lineOf(request: LoggedRequest, group: number, sinceStartMs: number): string {
  const { durationMs, requestId, messageId, address, error, parameters } = request;
  const message = messageId === null ? "0" : `"${messageId}"`;
  const sentence = error === null ? "0" : JSON.stringify(error);
  // The parameters are JSON already, and ids and whole numbers need no escapes.
  return `[${group},${sinceStartMs},${durationMs},"${requestId}",${message},${JSON.stringify(address)},${sentence},${parameters}]`;
}

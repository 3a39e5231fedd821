import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { outcomeOf, type RequestGroup } from "@/lib/requests/chunks/request-group";

/** How long a time the requests of a chunk come from: less than this, beginning with a whole multiple of it. */
export const SPAN_MS = 10_000;

/** Most requests of a chunk, most bytes of them before they are compressed, and most groups. The database holds to the first two. */
export const MAX_CHUNK_REQUESTS = 1_000;
export const MAX_CHUNK_BYTES = 256 * 1_024;
export const MAX_CHUNK_GROUPS = 200;

/** What a chunk takes in memory besides its requests, and each block of them besides its bytes. */
const HELD_OF_CHUNK = 1_000;
const HELD_OF_BLOCK = 200;

/** How large the blocks of a chunk are: each twice as large as the one before. A larger request has one of its own. */
const FIRST_BLOCK_BYTES = 512;
const MAX_BLOCK_BYTES = 8 * 1_024;

/** The most bytes that a UTF-16 unit takes in UTF-8. */
const MOST_OF_UNIT = 3;

const [BEGINS, PARTS, ENDS] = Buffer.from("[,]") as unknown as [number, number, number];

/** The beginning of the stretch of time that an instant is in. */
export function stretchStart(atMs: number): number {
  return atMs - (atMs % SPAN_MS);
}

/** A group, and its place among those of its chunk. */
type Placed = { place: number; group: RequestGroup };

/**
 * Requests of an account that wait to be written as one chunk. Each is written down as it comes, as a line of JSON, so that no
 * turn of the event loop has many to write down; and outside of the heap, where nothing looks at it again until then.
 */
export class OpenChunk {
  readonly accountId: number;
  readonly startMs: number;
  count = 0;
  firstMs = Number.POSITIVE_INFINITY;
  lastMs = 0;
  refused = 0;
  /** What it takes in memory. */
  held = HELD_OF_CHUNK;
  private bytes = 0;
  /** Blocks that are full, the block that is not, and how much of it is taken. */
  private readonly blocks: Buffer[] = [];
  private block: Buffer | null = null;
  private used = 0;
  private readonly byText = new Map<string, Placed>();
  /** The group of the last request: most requests are as the one before. */
  private last: Placed | null = null;

  /** @param startMs the beginning of the stretch of time that all its requests are in. */
  constructor(accountId: number, startMs: number) {
    this.accountId = accountId;
    this.startMs = startMs;
  }

  get groups(): RequestGroup[] {
    return [...this.byText.values()].map(({ group }) => group);
  }

  /** Takes a request of its account and its time. @returns whether it had room. */
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

  /** Whether it takes no further request. */
  isFull(): boolean {
    return this.count === MAX_CHUNK_REQUESTS;
  }

  /** Its requests as JSON; it takes no further one. */
  json(): Buffer {
    const last = this.block?.subarray(0, this.used) ?? Buffer.alloc(0);
    const json = Buffer.concat([...this.blocks, last]);
    json[json.length - 1] = ENDS;
    return json;
  }

  /** The group of a request, which is a new one where none is as it is; null where there is no room for another. */
  private placeOf(request: LoggedRequest): Placed | null {
    const known = this.byText.get(textOf(request));
    if (known) return known;
    const place = this.byText.size;
    if (place === MAX_CHUNK_GROUPS) return null;
    const { method, path, status, errorCode: code, credential, apiKeyId: key } = request;
    const outcome = outcomeOf(status);
    return { place, group: { method, path, status, outcome, code, credential, key, count: 0 } };
  }

  /** Writes a line behind those before, with what follows it. @returns whether it had room. */
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

  /** Begins a block with room for a line of so many bytes. */
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

/** Whether a group has a request. */
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

/** What tells groups apart. */
const textOf = ({ method, path, status, errorCode, credential, apiKeyId }: LoggedRequest) =>
  `${path} ${status} ${apiKeyId} ${credential} ${errorCode} ${method}`;

/** A request in a chunk: its group, when it came after the beginning of the stretch, and what it has of its own. */
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
  // The parameters are JSON already, and so are what an id is made of and a whole number.
  return `[${group},${sinceStartMs},${durationMs},"${requestId}",${message},${JSON.stringify(address)},${sentence},${parameters}]`;
}

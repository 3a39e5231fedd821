import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { outcomeOf, type RequestGroup } from "@/lib/requests/chunks/request-group";

/** How long a time the requests of a chunk come from: less than this, beginning with a whole multiple of it. */
export const SPAN_MS = 10_000;

/** Most requests of a chunk, most bytes of them before they are compressed, and most groups. The database holds to the first two. */
export const MAX_CHUNK_REQUESTS = 1_000;
export const MAX_CHUNK_BYTES = 256 * 1_024;
export const MAX_CHUNK_GROUPS = 200;

/** What a request takes in memory at most: of each byte two, since one character may make all others take two, and more. */
const HELD_OF_BYTE = 2;
const HELD_BESIDE = 64;

/** What a chunk takes in memory besides its requests. */
const HELD_OF_CHUNK = 1_000;

/** The beginning of the stretch of time that an instant is in. */
export function stretchStart(atMs: number): number {
  return atMs - (atMs % SPAN_MS);
}

/**
 * Requests of an account that wait to be written as one chunk. Each is written down as it comes, as a line of JSON, so that no
 * turn of the event loop has many to write down.
 */
export class OpenChunk {
  readonly accountId: number;
  readonly startMs: number;
  firstMs = Number.POSITIVE_INFINITY;
  lastMs = 0;
  refused = 0;
  /** What it takes in memory. */
  held = HELD_OF_CHUNK;
  private bytes = 1;
  private readonly lines: string[] = [];
  private readonly byText = new Map<string, { place: number; group: RequestGroup }>();

  /** @param startMs the beginning of the stretch of time that all its requests are in. */
  constructor(accountId: number, startMs: number) {
    this.accountId = accountId;
    this.startMs = startMs;
  }

  get count(): number {
    return this.lines.length;
  }

  get groups(): RequestGroup[] {
    return [...this.byText.values()].map(({ group }) => group);
  }

  /** Takes a request of its account and its time. @returns whether it had room. */
  add(request: LoggedRequest): boolean {
    const { method, path, status, errorCode, credential, apiKeyId } = request;
    const text = `${path} ${status} ${apiKeyId} ${credential} ${errorCode} ${method}`;
    const known = this.byText.get(text);
    const place = known?.place ?? this.byText.size;
    if (place === MAX_CHUNK_GROUPS) return false;
    const atMs = request.at.getTime();
    const line = lineOf(request, place, atMs - this.startMs);
    const bytes = Buffer.byteLength(line) + 1;
    if (this.bytes + bytes > MAX_CHUNK_BYTES) return false;
    this.lines.push(line);
    this.bytes += bytes;
    this.held += HELD_OF_BYTE * bytes + HELD_BESIDE;
    if (known) known.group.count++;
    else {
      const outcome = outcomeOf(status);
      const group = { method, path, status, outcome, code: errorCode, credential, key: apiKeyId, count: 1 };
      this.byText.set(text, { place, group });
    }
    if (status >= 400) this.refused++;
    this.firstMs = Math.min(this.firstMs, atMs);
    this.lastMs = Math.max(this.lastMs, atMs);
    return true;
  }

  /** Whether it takes no further request. */
  isFull(): boolean {
    return this.lines.length === MAX_CHUNK_REQUESTS;
  }

  /** Its requests as JSON. */
  text(): string {
    return `[${this.lines.join(",")}]`;
  }
}

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

import { findMember, type SessionClaims, type SignedIn } from "@/lib/auth/sessions/member";
import { now } from "@/lib/clock";
import { changedBetween } from "@/lib/contracts/members/changes";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import type { Watcher } from "@/lib/http/events/change-watch";

/** The times of a stream (rules: live pages). */
export type StreamTimes = {
  /** The interval at which a line keeps the connection alive and the session is checked again, in milliseconds. */
  beatMs: number;
  /** The longest life of a stream, in milliseconds. Its page then opens the next one. */
  maxAgeMs: number;
};

export const STREAM_TIMES: StreamTimes = { beatMs: 20_000, maxAgeMs: 240_000 };

/**
 * The time that a page waits after its stream has ended, and up to twice that: pages must not come back all at once.
 */
const RETRY_MS = 1_000;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // If a proxy compressed or buffered the stream, an event would wait for later ones.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

/** The member and session of a stream, and the change mark that its page knows; undefined if it knows none. */
export type StreamOwner = { member: SignedIn; session: SessionClaims; since: string | undefined };

/**
 * The stream of one page. A reader that reads nothing gets no further events: it gets the changes at once when it
 * reads again. A reader that has read nothing for two beats is cut off.
 */
export class EventStream {
  private readonly owner: StreamOwner;
  private readonly db: () => Database;
  private readonly encoder = new TextEncoder();
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The last mark that was sent to the page. */
  private known: string | undefined;
  private hasGreeted = false;
  private readonly endedWork: (() => void)[] = [];
  private readonly times: StreamTimes;

  constructor(owner: StreamOwner, db: () => Database, times: StreamTimes) {
    this.owner = owner;
    this.known = owner.since;
    this.db = db;
    this.times = times;
  }

  /**
   * Opens the stream.
   * @param watch begins to watch for changes, and returns a function that ends it.
   * @param onEnd is called once when the stream ends, for any reason.
   */
  open(watch: (watcher: Watcher) => () => void, onEnd: () => void): Response {
    const { accountId, isAdmin } = this.owner.member;
    const beganAt = performance.now();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
        this.write(`retry: ${Math.round(RETRY_MS * (1 + Math.random()))}\n\n`);
      },
      cancel: () => this.leave(),
    });
    const timer = setInterval(() => {
      if (performance.now() - beganAt >= this.times.maxAgeMs) this.end();
      else void this.beat();
    }, this.times.beatMs);
    timer.unref();
    const stopWatching = watch({ accountId, isAdmin, told: (mark) => this.tell(mark) });
    this.endedWork.push(() => clearInterval(timer), stopWatching, onEnd);
    return new Response(body, { headers: HEADERS });
  }

  /** Ends the stream with a last chunk, so that its page comes back, to a server that goes on. */
  end(): void {
    const { controller } = this;
    this.leave();
    controller?.close();
  }

  private tell(mark: string): void {
    if (!this.isTaken()) return;
    const changed = this.known === undefined ? [] : changedBetween(this.known, mark);
    if (this.hasGreeted && changed.length === 0) return;
    this.known = mark;
    this.hasGreeted = true;
    this.write(`id: ${mark}\ndata: ${JSON.stringify({ changed })}\n\n`);
  }

  private async beat(): Promise<void> {
    if (!this.isTaken()) return this.cut();
    this.write(":\n\n");
    const { session, member } = this.owner;
    const db = databaseOfAccount(this.db(), session.personId);
    // If the database is away, the next beat checks the session.
    const found: SignedIn | null = await findMember(db, session, now()).catch(() => member);
    const { isAdmin, accountId, role } = member;
    if (found?.isAdmin !== isAdmin || found.accountId !== accountId || found.role !== role) this.end();
  }

  /** Returns whether the reader has read everything that was written. */
  private isTaken(): boolean {
    return (this.controller?.desiredSize ?? 0) > 0;
  }

  private cut(): void {
    const { controller } = this;
    this.leave();
    controller?.error(new Error("The client does not read its stream of events."));
  }

  private leave(): void {
    this.controller = undefined;
    for (const work of this.endedWork.splice(0)) work();
  }

  private write(text: string): void {
    this.controller?.enqueue(this.encoder.encode(text));
  }
}

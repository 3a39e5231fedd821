import { findMember, type SessionClaims, type SignedIn } from "@/lib/auth/sessions/member";
import { now } from "@/lib/clock";
import { changedBetween } from "@/lib/contracts/members/changes";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import type { Watcher } from "@/lib/http/events/change-watch";

/** What a stream is held to (rules: live pages). */
export type StreamTimes = {
  /** How often a line keeps the connection alive, and the session is looked at again, in milliseconds. */
  beatMs: number;
  /** How long a stream lasts; its page then asks for the next one. */
  maxAgeMs: number;
};

export const STREAM_TIMES: StreamTimes = { beatMs: 20_000, maxAgeMs: 240_000 };

/** After a stream has ended, its page waits so long, and up to twice that: pages do not come back all at once. */
const RETRY_MS = 1_000;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Compressed or kept back by a proxy, an event would wait for those after it.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

/** Whose stream it is, and the change mark that its page knows; undefined where it knows none. */
export type StreamOwner = { member: SignedIn; session: SessionClaims; since: string | undefined };

/**
 * One page's stream. A reader that takes nothing gets nothing more: what has changed meanwhile is told at once when it
 * reads again, and one that has taken nothing for two beats is cut.
 */
export class EventStream {
  private readonly owner: StreamOwner;
  private readonly db: () => Database;
  private readonly encoder = new TextEncoder();
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The mark that the page has been told of. */
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
   * Begins it.
   * @param watch begins to tell of changes, and returns what ends that.
   * @param onEnd is called once, however it ends.
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

  /** Ends it with a last chunk, so that its page comes back to a server that goes on. */
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
    // Where the database is away, the next beat looks.
    const found: SignedIn | null = await findMember(db, session, now()).catch(() => member);
    const { isAdmin, accountId, role } = member;
    if (found?.isAdmin !== isAdmin || found.accountId !== accountId || found.role !== role) this.end();
  }

  /** Whether all that was written has been taken. */
  private isTaken(): boolean {
    return (this.controller?.desiredSize ?? 0) > 0;
  }

  private cut(): void {
    const { controller } = this;
    this.leave();
    controller?.error(new Error("The reader of a stream of events takes nothing."));
  }

  private leave(): void {
    this.controller = undefined;
    for (const work of this.endedWork.splice(0)) work();
  }

  private write(text: string): void {
    this.controller?.enqueue(this.encoder.encode(text));
  }
}

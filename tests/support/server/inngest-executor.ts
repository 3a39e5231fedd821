import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";
import { newId } from "@/lib/ids";
import {
  type InngestEndpoint,
  InngestRun,
  type RegisteredFunction,
  type SentEvent,
} from "@/tests/support/server/inngest-run";

/**
 * Inngest inside a test, with the parts that this application uses. It accepts registrations and events over
 * HTTP. It runs functions by calling the application's endpoint step by step, with memoised results, sleeps
 * and retries. The test controls its clock: time passes only in `runUntil`. Sleeps are rounded to whole
 * seconds, as in the real Inngest.
 */
export class InngestExecutor {
  readonly functions = new Map<string, RegisteredFunction>();
  /** Every received event, repeats included. */
  readonly received: SentEvent[] = [];
  readonly runs: InngestRun[] = [];
  /** True to acknowledge events and drop them, like a server that is killed at that moment. */
  losesEvents = false;
  /** True to answer events with an error, and count them. */
  refusesEvents = false;
  refused = 0;
  private readonly seen = new Set<string>();
  readonly served: InngestEndpoint;
  private readonly server = createServer((request, response) => void this.handle(request, response));

  constructor(served: InngestEndpoint) {
    this.served = served;
  }

  /** Starts listening. Returns the address for `INNGEST_DEV`. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Drops everything except the registrations. */
  reset(): void {
    this.received.length = 0;
    this.runs.length = 0;
    this.seen.clear();
    this.losesEvents = false;
    this.refusesEvents = false;
    this.refused = 0;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Makes the application register its functions, as Inngest does when it finds one. */
  register(): Promise<Response> {
    return this.served.PUT(new Request("http://gateway.test/api/inngest", { method: "PUT" }));
  }

  /** Starts every function that an event triggers. A repeated event ID or function key starts nothing. */
  accept(event: SentEvent): void {
    this.received.push(event);
    if (this.losesEvents) return;
    if (event.id !== undefined && !this.isNew(`event ${event.id}`)) return;
    for (const fn of this.functions.values()) {
      if (!fn.triggers.some((trigger) => trigger.event === event.name)) continue;
      const key = fn.idempotency?.replace("event.data.", "");
      if (key !== undefined && !this.isNew(`${fn.id} ${JSON.stringify(event.data[key])}`)) continue;
      this.start(fn, event);
    }
  }

  /** Starts a run, even if it is a repeat. */
  start(fn: RegisteredFunction, event: SentEvent): InngestRun {
    const run = new InngestRun(this.served, fn, event);
    this.runs.push(run);
    return run;
  }

  /** Starts the functions with a schedule, as each minute does. */
  tick(): void {
    for (const fn of this.functions.values()) {
      const cron = fn.triggers.find((trigger) => trigger.cron !== undefined)?.cron;
      if (cron !== undefined) this.start(fn, { name: "inngest/scheduled.timer", data: { cron } });
    }
  }

  /**
   * Continues runs until all have ended or sleep. Runs that are ready make their requests at the same time.
   */
  async settle(): Promise<void> {
    for (;;) {
      const ready = this.runs.filter((run) => !run.ended && run.readyAt <= Date.now());
      if (ready.length === 0) return;
      await Promise.all(ready.map((run) => run.step()));
    }
  }

  /** Moves the test's clock on to `end`, waking each sleeping run in its turn. */
  async runUntil(end: Date): Promise<void> {
    await this.settle();
    for (;;) {
      const waits = this.runs.filter((run) => !run.ended).map((run) => run.readyAt);
      const nextAt = Math.min(...waits);
      if (nextAt > end.getTime()) break;
      vi.setSystemTime(nextAt);
      await this.settle();
    }
    vi.setSystemTime(end);
  }

  private isNew(key: string): boolean {
    return !this.seen.has(key) && this.seen.add(key).size > 0;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = this.answer(request.url ?? "", body);
    response
      .writeHead(answer.status, { "Content-Type": "application/json" })
      .end(JSON.stringify(answer.body));
  }

  private answer(url: string, body: string): { status: number; body: object } {
    if (url.startsWith("/fn/register")) {
      const { functions } = JSON.parse(body) as { functions: RegisteredFunction[] };
      for (const fn of functions) this.functions.set(fn.id, fn);
      return { status: 200, body: { ok: true, modified: true } };
    }
    if (!url.startsWith("/e/")) return { status: 404, body: {} };
    if (this.refusesEvents) {
      this.refused++;
      return { status: 500, body: { status: 500, error: "out of order" } };
    }
    const sent = JSON.parse(body) as SentEvent | SentEvent[];
    const events = Array.isArray(sent) ? sent : [sent];
    for (const event of events) this.accept(event);
    return { status: 200, body: { status: 200, ids: events.map(({ id }) => id ?? newId()) } };
  }
}

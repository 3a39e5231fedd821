import { newId } from "@/lib/ids";

export type SentEvent = { id?: string; name: string; data: Record<string, unknown>; ts?: number };

/** A function in the application's registration. */
export type RegisteredFunction = {
  id: string;
  triggers: { event?: string; cron?: string }[];
  steps: { step: { retries?: { attempts: number } } };
  concurrency?: unknown;
  idempotency?: string;
};

/** The application's endpoint for Inngest. */
export type InngestEndpoint = Record<"GET" | "POST" | "PUT", (request: Request) => Promise<Response>>;

type Op = { id: string; op: string; name?: string; displayName?: string; data?: unknown; error?: object };
type Memo = { type: "data"; data: unknown } | { type: "error"; error: object };

const FIRST_RETRY_MS = 10_000;

/** One run of a function: the results of its steps so far, and the time of its next request. */
export class InngestRun {
  readonly id = newId();
  readonly fn: RegisteredFunction;
  readonly event: SentEvent;
  /** The time of the next request. */
  readyAt = Date.now();
  /** The end of the run. Undefined while it runs. */
  ended: { output: unknown } | { error: unknown } | undefined;
  /** The finished steps by name, with their results. */
  readonly history: { name: string; data: unknown }[] = [];
  /** The number of requests that failed, or had a step that failed. */
  failures = 0;
  private readonly served: InngestEndpoint;
  private readonly steps: Record<string, Memo> = {};
  private readonly planned: string[] = [];
  private attempt = 0;

  constructor(served: InngestEndpoint, fn: RegisteredFunction, event: SentEvent) {
    this.served = served;
    this.fn = fn;
    this.event = { id: newId(), ts: Date.now(), ...event };
  }

  /** Makes the next request and records its response. */
  async step(): Promise<void> {
    const url = new URL("http://gateway.test/api/inngest");
    url.searchParams.set("fnId", this.fn.id);
    url.searchParams.set("stepId", this.planned[0] ?? "step");
    const stack = Object.keys(this.steps);
    const body = JSON.stringify({
      version: -1,
      event: this.event,
      events: [this.event],
      steps: this.steps,
      ctx: {
        run_id: this.id,
        fn_id: this.fn.id,
        attempt: this.attempt,
        max_attempts: this.retries + 1,
        disable_immediate_execution: false,
        use_api: false,
        stack: { stack, current: stack.length },
      },
    });
    const headers = { "Content-Type": "application/json" };
    const response = await this.served.POST(new Request(url, { method: "POST", headers, body }));
    const answer: unknown = await response.json();
    const mayRetry = response.headers.get("x-inngest-no-retry") !== "true";
    if (response.status === 200) this.ended = { output: answer };
    else if (response.status === 206) for (const op of answer as Op[]) this.take(op, mayRetry);
    else if (!(mayRetry && this.retry())) this.ended = { error: answer };
  }

  private take(op: Op, mayRetry: boolean): void {
    switch (op.op) {
      case "StepPlanned":
        this.planned.push(op.id);
        return;
      case "Sleep": {
        // The real Inngest rounds the rest of a sleep, and so wakes up to half a second early.
        const leftMs = Math.max(0, Date.parse(op.name ?? "") - Date.now());
        this.readyAt = Date.now() + Math.round(leftMs / 1000) * 1000;
        this.memoise(op, { type: "data", data: null });
        return;
      }
      case "StepRun":
      case "Step":
        this.memoise(op, { type: "data", data: op.data ?? null });
        return;
      case "StepError":
        if (mayRetry && this.retry()) return;
        this.memoise(op, { type: "error", error: op.error ?? {} });
        return;
      case "StepFailed":
        this.memoise(op, { type: "error", error: op.error ?? {} });
        return;
      default:
        throw new Error(`The executor does not know ${op.op}.`);
    }
  }

  private memoise(op: Op, memo: Memo): void {
    this.steps[op.id] = memo;
    this.history.push({ name: op.displayName ?? op.id, data: memo.type === "data" ? memo.data : memo.error });
    if (this.planned[0] === op.id) this.planned.shift();
    this.attempt = 0;
  }

  private get retries(): number {
    return this.fn.steps.step.retries?.attempts ?? 3;
  }

  /** Schedules a retry of the same request, unless all attempts are used up. */
  private retry(): boolean {
    this.failures++;
    if (this.attempt >= this.retries) return false;
    this.readyAt = Date.now() + FIRST_RETRY_MS * 2 ** this.attempt;
    this.attempt++;
    return true;
  }
}

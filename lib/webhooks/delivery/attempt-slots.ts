import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";

/**
 * How an endpoint has done so far, which says whose slots its attempts take. `untried`: it has never answered well, nor
 * failed yet. `failing`: its last attempts have failed. `prompt`: it answers. `slow`: it does, but an attempt has now
 * been under way for longer than `PROMPT_MS`.
 */
export type EndpointClass = "untried" | "failing" | "prompt" | "slow";

/** Attempts that may begin now, by class of endpoint. */
export type FreeSlots = Record<EndpointClass, number>;

/** An endpoint with attempts under way, or with a window that has grown. */
export type BusyEndpoint = {
  accountId: number;
  kind: WebhookKind;
  underWay: number;
  /** Most attempts under way at once, while it answers. */
  window: number;
  isSlow: boolean;
  /** Whether it has the one attempt that it may have, since it fails or was never tried. */
  isFull: boolean;
};

/** Most attempts under way at once in this process: each is a connection. */
export const MAX_ATTEMPTS = 3_072;

/** A quarter for the endpoints that fail, and as much for those that were never tried as for those that answer. */
export const MAX_FAILING = MAX_ATTEMPTS / 4;
export const MAX_UNTRIED = (MAX_ATTEMPTS - MAX_FAILING) / 2;
const MAX_ANSWERING = MAX_UNTRIED;

/** Of those that answer: what may hang at once before it is known to, and what slow ones may add to. */
const MAX_PROMPT = 512;
const MAX_SLOW = 256;

/**
 * Of each class but the prompt one, what may begin at a time: what begins together may end together, and then a process
 * would have no time for anything else. An endpoint is untried but once.
 */
export const MAX_BEGUN_TOGETHER = { untried: 100, slow: 50, failing: 50 };

/** An answer within this time is prompt, in milliseconds. */
export const PROMPT_MS = 500;

/** Attempts at once at one endpoint that answers: this many, and one more for each prompt answer. */
const MIN_WINDOW = 8;
export const MAX_WINDOW = 64;

/** Endpoints whose grown window is remembered while nothing is under way. */
const MAX_REMEMBERED = 1_000;

type Pool = "untried" | "failing" | "answering";

type Attempt = { pool: Pool; begunAtMs: number };

type Endpoint = { accountId: number; kind: WebhookKind; attempts: Set<Attempt>; window: number };

/**
 * The slots for attempts in this process. Endpoints that answer have theirs apart, so that a thousand others that do not
 * leave them alone; what hangs among them loses its claim to prompt slots within half a second.
 */
export class AttemptSlots {
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly counts: Record<Pool, number> = { untried: 0, failing: 0, answering: 0 };

  /** How many attempts are under way. */
  get underWay(): number {
    return this.counts.untried + this.counts.failing + this.counts.answering;
  }

  /**
   * Takes a slot for an attempt that begins.
   * @returns a function that gives it back when the attempt has ended, with what it came to.
   */
  begin(
    { accountId, kind }: { accountId: number; kind: WebhookKind },
    endpointClass: EndpointClass,
    now: Date,
  ): (result: { ok: boolean; durationMs: number }) => void {
    const pool: Pool = endpointClass === "prompt" || endpointClass === "slow" ? "answering" : endpointClass;
    const key = `${accountId} ${kind}`;
    const endpoint = this.endpoints.get(key) ?? { accountId, kind, attempts: new Set(), window: MIN_WINDOW };
    // Behind the others: the one used longest ago is forgotten first.
    this.endpoints.delete(key);
    this.endpoints.set(key, endpoint);
    const attempt = { pool, begunAtMs: now.getTime() };
    endpoint.attempts.add(attempt);
    this.counts[pool] += 1;
    return ({ ok, durationMs }) => {
      if (!endpoint.attempts.delete(attempt)) return;
      this.counts[pool] -= 1;
      const isPrompt = ok && durationMs < PROMPT_MS;
      endpoint.window = isPrompt
        ? Math.min(endpoint.window + 1, MAX_WINDOW)
        : Math.max(Math.floor(endpoint.window / 2), MIN_WINDOW);
    };
  }

  /** Whether the endpoints that fail have half of their slots, or more, under way. */
  get isContended(): boolean {
    return this.counts.failing >= MAX_FAILING / 2;
  }

  /** What a claim must know at an instant: the endpoints with attempts of their own, and how many more may begin. */
  at(now: Date): { busy: BusyEndpoint[]; free: FreeSlots } {
    this.forget();
    const busy: BusyEndpoint[] = [];
    let slow = 0;
    for (const { accountId, kind, attempts, window } of this.endpoints.values()) {
      const answering = [...attempts].filter(({ pool }) => pool === "answering");
      const isSlow = answering.some(({ begunAtMs }) => now.getTime() - begunAtMs >= PROMPT_MS);
      if (isSlow) slow += answering.length;
      const isFull = attempts.size > answering.length;
      busy.push({ accountId, kind, underWay: attempts.size, window, isSlow, isFull });
    }
    return { busy, free: this.freeBeside(slow) };
  }

  private freeBeside(slow: number): FreeSlots {
    const { untried, failing, answering } = this.counts;
    const left = MAX_ANSWERING - answering;
    const prompt = Math.max(Math.min(MAX_PROMPT - (answering - slow), left), 0);
    const together = (name: keyof typeof MAX_BEGUN_TOGETHER, free: number) =>
      Math.max(Math.min(free, MAX_BEGUN_TOGETHER[name]), 0);
    return {
      prompt,
      slow: together("slow", Math.min(MAX_SLOW - slow, left - prompt)),
      untried: together("untried", MAX_UNTRIED - untried),
      failing: together("failing", MAX_FAILING - failing),
    };
  }

  /** Keeps what is under way, and of the rest the windows that have grown, the latest ones. */
  private forget(): void {
    let remembered = 0;
    for (const [key, { attempts, window }] of [...this.endpoints].reverse()) {
      if (attempts.size > 0) continue;
      if (window === MIN_WINDOW || ++remembered > MAX_REMEMBERED) this.endpoints.delete(key);
    }
  }
}

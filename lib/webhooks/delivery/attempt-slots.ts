import { type EndpointKey, keyText, type WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/**
 * The class of an endpoint by its results so far, which selects the slots of its attempts.
 * - `untried`: it has neither answered well nor failed yet.
 * - `failing`: its last attempts have failed.
 * - `usual`: it answers.
 * - `prompt`: it answers, and its last answer to this process was prompt and came less than `PROMPT_FOR_MS` ago. The
 *   answer also came after one of the current attempts began. An endpoint that stops answering therefore loses this
 *   class at its next attempt.
 * - `slow`: it answers, but a current attempt has been in progress for longer than `PROMPT_MS`.
 */
export type EndpointClass = "untried" | "failing" | "usual" | "prompt" | "slow";

/** The attempts that may begin now, by class of endpoint. */
export type FreeSlots = Record<EndpointClass, number>;

/** An endpoint with attempts in progress, or with a window that has grown. */
export type BusyEndpoint = EndpointKey & {
  /** Attempts in progress, and promised places. */
  inFlight: number;
  /** The most concurrent attempts, while it answers. */
  window: number;
  /** Its class while it answers. */
  answers: "usual" | "prompt" | "slow";
  /** It has the one attempt that it may have, because it fails or was never tried. */
  isFull: boolean;
};

/** The most concurrent attempts of this process (rules: webhook fairness): each is a connection. */
export const MAX_ATTEMPTS = 4_096;

/**
 * A quarter of the attempts is for failing endpoints, and a quarter for untried ones. Half is for those that answer.
 */
export const MAX_FAILING = MAX_ATTEMPTS / 4;
export const MAX_UNTRIED = MAX_ATTEMPTS / 4;
export const MAX_ANSWERING = MAX_ATTEMPTS - MAX_FAILING - MAX_UNTRIED;

/**
 * Parts of the slots for endpoints that answer. Some are only for prompt endpoints. `MAX_FRESH` attempts may hang
 * before they count as slow, and prompt endpoints have a part of those. Slow endpoints have a limit of their own.
 */
export const KEPT_FOR_PROMPT = 256;
const MAX_FRESH = MAX_ANSWERING - KEPT_FOR_PROMPT;
const FRESH_FOR_PROMPT = 1_024;
const MAX_SLOW = 256;

/**
 * The most attempts of each class that begin together. Attempts that begin together may end together, and would then
 * occupy the process. An endpoint is untried only once.
 */
export const MAX_BEGUN_TOGETHER = { prompt: 128, usual: 128, untried: 100, slow: 50, failing: 20 };

/** The most places that are promised to one statement. */
const MAX_PROMISED = 512;

/** The longest duration of a prompt answer, in milliseconds. */
export const PROMPT_MS = 500;

/**
 * The time after a prompt answer in which an endpoint is prompt. It is as long as hanging attempts may keep their
 * slots.
 */
export const PROMPT_FOR_MS = 10_000;

/**
 * The limits of concurrent attempts at one endpoint that answers: it begins with the least, and each prompt answer
 * adds one.
 */
const MIN_WINDOW = 8;
export const MAX_WINDOW = 256;

/** The most endpoints without current attempts whose grown window is remembered. */
const MAX_REMEMBERED = 1_000;

type Pool = "untried" | "failing" | "answering";

type Attempt = { pool: Pool; begunAtMs: number };

type Endpoint = EndpointKey & {
  attempts: Set<Attempt>;
  window: number;
  /** The time of its last answer, if that was prompt. */
  promptAtMs: number;
  /** Places that are promised to running statements. */
  promised: number;
  /** Events may already wait for it. Later events then wait behind them. */
  isBehind: boolean;
};

/** Places at endpoints for events that a statement is about to write, by account. */
export type SlotPromise = { places: Readonly<Record<number, number>>; release: () => void };

/**
 * The slots for attempts in this process (rules: webhook fairness). Endpoints that answer have separate slots, so
 * that a thousand endpoints without answers do not delay them. If a thousand answering endpoints stop at once, slots
 * remain for those that have just answered. A hanging endpoint loses its claim to those slots within half a second.
 */
export class AttemptSlots {
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly counts: Record<Pool, number> = { untried: 0, failing: 0, answering: 0 };
  private promised = 0;

  /** Returns the number of current attempts. */
  get inFlight(): number {
    return this.counts.untried + this.counts.failing + this.counts.answering;
  }

  /**
   * Takes a slot for an attempt that begins.
   * @returns a function that frees the slot. It is called with the result when the attempt ends.
   */
  begin(
    { accountId, kind, number }: EndpointKey,
    endpointClass: EndpointClass,
    now: Date,
  ): (result: { ok: boolean; durationMs: number }) => void {
    const pool: Pool =
      endpointClass === "untried" || endpointClass === "failing" ? endpointClass : "answering";
    const key = keyText({ accountId, kind, number });
    const endpoint: Endpoint = this.endpoints.get(key) ?? {
      accountId,
      kind,
      number,
      attempts: new Set(),
      window: MIN_WINDOW,
      promptAtMs: Number.NEGATIVE_INFINITY,
      promised: 0,
      isBehind: true,
    };
    // Moved to the end: the endpoint that was used longest ago is forgotten first.
    this.endpoints.delete(key);
    this.endpoints.set(key, endpoint);
    const attempt = { pool, begunAtMs: now.getTime() };
    endpoint.attempts.add(attempt);
    this.counts[pool] += 1;
    return ({ ok, durationMs }) => {
      if (!endpoint.attempts.delete(attempt)) return;
      this.counts[pool] -= 1;
      const isPrompt = ok && durationMs < PROMPT_MS;
      endpoint.promptAtMs = isPrompt ? attempt.begunAtMs + durationMs : Number.NEGATIVE_INFINITY;
      endpoint.window = isPrompt
        ? Math.min(endpoint.window + 1, MAX_WINDOW)
        : Math.max(Math.floor(endpoint.window / 2), MIN_WINDOW);
    };
  }

  /** Returns whether failing endpoints use half of their slots or more. */
  get isContended(): boolean {
    return this.counts.failing >= MAX_FAILING / 2;
  }

  /**
   * Returns the input of a claim at an instant: the endpoints with current attempts, and the numbers of attempts that
   * may begin.
   */
  at(now: Date): { busy: BusyEndpoint[]; free: FreeSlots } {
    const { busy, slow } = this.survey(now);
    return { busy, free: this.freeBeside(slow) };
  }

  private survey(now: Date): { busy: BusyEndpoint[]; slow: number } {
    this.dropIdle();
    const busy: BusyEndpoint[] = [];
    let slow = 0;
    for (const endpoint of this.endpoints.values()) {
      const { accountId, kind, number, attempts, window, promptAtMs, promised } = endpoint;
      const answering = [...attempts].filter(({ pool }) => pool === "answering");
      const isSlow = answering.some(({ begunAtMs }) => now.getTime() - begunAtMs >= PROMPT_MS);
      if (isSlow) slow += answering.length;
      const owes = answering.length > 0 && answering.every(({ begunAtMs }) => begunAtMs > promptAtMs);
      const isPrompt = !owes && now.getTime() - promptAtMs < PROMPT_FOR_MS;
      const answers = isSlow ? "slow" : isPrompt ? "prompt" : "usual";
      const isFull = attempts.size > answering.length;
      const inFlight = attempts.size + promised;
      busy.push({ accountId, kind, number, inFlight, window, answers, isFull });
    }
    return { busy, slow };
  }

  /**
   * Promises places at prompt endpoints without waiting events, to a statement that is about to write events
   * (rules: webhook fairness). The endpoints share the free slots evenly. An endpoint without a place counts as one
   * with waiting events from then on.
   * @returns the places of each account. `release` frees them all when the statement has ended.
   */
  promise(kind: WebhookKind, now: Date): SlotPromise {
    const { busy, slow } = this.survey(now);
    const ready = busy.filter((one) => {
      const isReady =
        one.kind === kind && one.answers === "prompt" && !one.isFull && one.inFlight < one.window;
      const endpoint = this.endpoints.get(keyText(one));
      if (endpoint && one.kind === kind && !isReady) endpoint.isBehind = true;
      return isReady && endpoint?.isBehind === false;
    });
    const { left, fresh } = this.leftBeside(slow);
    const most = Math.max(Math.min(left, fresh, MAX_PROMISED), 0);
    const share = Math.max(Math.floor(most / ready.length), 1);
    const given: [Endpoint, number][] = [];
    // The endpoints that were used last come first, in case the slots do not suffice for all.
    for (const one of ready.toReversed().slice(0, most)) {
      const endpoint = this.endpoints.get(keyText(one)) as Endpoint;
      const places = Math.min(one.window - one.inFlight, share);
      given.push([endpoint, places]);
      endpoint.promised += places;
      this.promised += places;
    }
    return {
      places: Object.fromEntries(given.map(([{ accountId }, places]) => [accountId, places])),
      release: () => {
        for (const [endpoint, places] of given.splice(0)) {
          endpoint.promised -= places;
          this.promised -= places;
        }
      },
    };
  }

  /** Records whether events may wait for an endpoint that this process knows. */
  setBehind(endpoint: EndpointKey, isBehind: boolean): void {
    const known = this.endpoints.get(keyText(endpoint));
    if (known) known.isBehind = isBehind;
  }

  /** Returns whether events may wait for an endpoint. For an unknown endpoint they may. */
  isBehind(endpoint: EndpointKey): boolean {
    return this.endpoints.get(keyText(endpoint))?.isBehind ?? true;
  }

  /** Returns the free slots for endpoints that answer: all of them, and those for attempts that may hang. */
  private leftBeside(slow: number): { left: number; fresh: number } {
    const answering = this.counts.answering + this.promised;
    return { left: MAX_ANSWERING - answering, fresh: MAX_FRESH - (answering - slow) };
  }

  private freeBeside(slow: number): FreeSlots {
    const { untried, failing } = this.counts;
    const { left, fresh } = this.leftBeside(slow);
    const together = (name: EndpointClass, ...free: number[]) =>
      Math.max(Math.min(...free, MAX_BEGUN_TOGETHER[name]), 0);
    // The usual attempts and the concurrent prompt ones leave slots for one another.
    const usual = together("usual", fresh - FRESH_FOR_PROMPT, left - KEPT_FOR_PROMPT);
    return {
      prompt: together("prompt", fresh, left),
      usual,
      slow: together("slow", MAX_SLOW - slow, left - KEPT_FOR_PROMPT - usual),
      untried: together("untried", MAX_UNTRIED - untried),
      failing: together("failing", MAX_FAILING - failing),
    };
  }

  /** Keeps endpoints with current attempts, and the latest of the others whose window has grown. */
  private dropIdle(): void {
    let remembered = 0;
    for (const [key, { attempts, window }] of [...this.endpoints].reverse()) {
      if (attempts.size > 0) continue;
      if (window === MIN_WINDOW || ++remembered > MAX_REMEMBERED) this.endpoints.delete(key);
    }
  }
}

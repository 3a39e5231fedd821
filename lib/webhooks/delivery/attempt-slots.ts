import { type EndpointKey, keyText, type WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/**
 * How an endpoint has done so far, which says whose slots its attempts take. `untried`: it has never answered well, nor
 * failed yet. `failing`: its last attempts have failed. `usual`: it answers. `prompt`: it does, and its last answer to
 * this process was prompt, came less than `PROMPT_FOR_MS` ago, and after at least one of the attempts under way began:
 * so one that stops is prompt no more from its next attempt on. `slow`: it answers, but an attempt has now been under way
 * for longer than `PROMPT_MS`.
 */
export type EndpointClass = "untried" | "failing" | "usual" | "prompt" | "slow";

/** Attempts that may begin now, by class of endpoint. */
export type FreeSlots = Record<EndpointClass, number>;

/** An endpoint with attempts under way, or with a window that has grown. */
export type BusyEndpoint = EndpointKey & {
  /** Attempts under way, and places that are promised. */
  inFlight: number;
  /** Most attempts under way at once, while it answers. */
  window: number;
  /** Which of the classes it is of while it answers. */
  answers: "usual" | "prompt" | "slow";
  /** Whether it has the one attempt that it may have, since it fails or was never tried. */
  isFull: boolean;
};

/** Most attempts under way at once in this process (rules: webhook fairness): each is a connection. */
export const MAX_ATTEMPTS = 4_096;

/** A quarter for the endpoints that fail, and as much for those that were never tried. Half is for those that answer. */
export const MAX_FAILING = MAX_ATTEMPTS / 4;
export const MAX_UNTRIED = MAX_ATTEMPTS / 4;
export const MAX_ANSWERING = MAX_ATTEMPTS - MAX_FAILING - MAX_UNTRIED;

/**
 * Of those that answer: what only prompt ones may take; what may hang at once before it is known to, and what of that
 * only prompt ones may; and what slow ones may add to.
 */
export const KEPT_FOR_PROMPT = 256;
const MAX_FRESH = MAX_ANSWERING - KEPT_FOR_PROMPT;
const FRESH_FOR_PROMPT = 1_024;
const MAX_SLOW = 256;

/**
 * Of each class, what may begin at a time: what begins together may end together, and then a process would have no time
 * for anything else. An endpoint is untried but once.
 */
export const MAX_BEGUN_TOGETHER = { prompt: 128, usual: 128, untried: 100, slow: 50, failing: 20 };

/** Most places that are promised to one statement. */
const MAX_PROMISED = 512;

/** An answer within this time is prompt, in milliseconds. */
export const PROMPT_MS = 500;

/** For so long after a prompt answer an endpoint is prompt: as long as attempts that hang may keep slots from it. */
export const PROMPT_FOR_MS = 10_000;

/** Attempts at once at one endpoint that answers: this many, and one more for each prompt answer. */
const MIN_WINDOW = 8;
export const MAX_WINDOW = 256;

/** Endpoints whose grown window is remembered while nothing is under way. */
const MAX_REMEMBERED = 1_000;

type Pool = "untried" | "failing" | "answering";

type Attempt = { pool: Pool; begunAtMs: number };

type Endpoint = EndpointKey & {
  attempts: Set<Attempt>;
  window: number;
  /** When it last answered, where that was promptly. */
  promptAtMs: number;
  /** Places that are promised to statements under way. */
  promised: number;
  /** Whether events may wait for it: what is written meanwhile waits behind them. */
  isBehind: boolean;
};

/** Places at endpoints for events that a statement is about to write, by account. */
export type Promised = { places: Readonly<Record<number, number>>; release: () => void };

/**
 * The slots for attempts in this process (rules: webhook fairness). Endpoints that answer have theirs apart, so that a
 * thousand others that do not leave them alone. Should a thousand of those stop at once, there are slots left for the
 * ones that have just answered; what hangs among them loses its claim to these within half a second.
 */
export class AttemptSlots {
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly counts: Record<Pool, number> = { untried: 0, failing: 0, answering: 0 };
  private promised = 0;

  /** How many attempts are under way. */
  get inFlight(): number {
    return this.counts.untried + this.counts.failing + this.counts.answering;
  }

  /**
   * Takes a slot for an attempt that begins.
   * @returns a function that gives it back when the attempt has ended, with what it came to.
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
      endpoint.promptAtMs = isPrompt ? attempt.begunAtMs + durationMs : Number.NEGATIVE_INFINITY;
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
   * Promises places at prompt endpoints for which no events wait, to a statement that is about to write events
   * (rules: webhook fairness). They share what is free evenly. An endpoint that gets none is thought to have events that
   * wait from then on.
   * @returns the places of each account; `release` gives back all, when the statement has ended.
   */
  promise(kind: WebhookKind, now: Date): Promised {
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
    // Those that were used last come first, should there not be enough for all.
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

  /** Says whether events may wait for an endpoint that this process knows. */
  setBehind(endpoint: EndpointKey, isBehind: boolean): void {
    const known = this.endpoints.get(keyText(endpoint));
    if (known) known.isBehind = isBehind;
  }

  /** Whether events may wait for an endpoint; of one that this process does not know, they may. */
  isBehind(endpoint: EndpointKey): boolean {
    return this.endpoints.get(keyText(endpoint))?.isBehind ?? true;
  }

  /** Of the slots for endpoints that answer: all that are left, and those for attempts that may yet hang. */
  private leftBeside(slow: number): { left: number; fresh: number } {
    const answering = this.counts.answering + this.promised;
    return { left: MAX_ANSWERING - answering, fresh: MAX_FRESH - (answering - slow) };
  }

  private freeBeside(slow: number): FreeSlots {
    const { untried, failing } = this.counts;
    const { left, fresh } = this.leftBeside(slow);
    const together = (name: EndpointClass, ...free: number[]) =>
      Math.max(Math.min(...free, MAX_BEGUN_TOGETHER[name]), 0);
    // These and the prompt ones that begin at the same time leave one another theirs.
    const usual = together("usual", fresh - FRESH_FOR_PROMPT, left - KEPT_FOR_PROMPT);
    return {
      prompt: together("prompt", fresh, left),
      usual,
      slow: together("slow", MAX_SLOW - slow, left - KEPT_FOR_PROMPT - usual),
      untried: together("untried", MAX_UNTRIED - untried),
      failing: together("failing", MAX_FAILING - failing),
    };
  }

  /** Keeps what is under way, and of the rest the windows that have grown, the latest ones. */
  private dropIdle(): void {
    let remembered = 0;
    for (const [key, { attempts, window }] of [...this.endpoints].reverse()) {
      if (attempts.size > 0) continue;
      if (window === MIN_WINDOW || ++remembered > MAX_REMEMBERED) this.endpoints.delete(key);
    }
  }
}

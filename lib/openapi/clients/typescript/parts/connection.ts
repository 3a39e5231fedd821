import { errorOf, GatewayError, jsonOf, lateError } from "@/lib/openapi/clients/typescript/parts/errors";
import type { TokenResponse } from "@/lib/openapi/clients/typescript/parts/made";
import { inTime, wait, waitBeforeRetry } from "@/lib/openapi/clients/typescript/parts/retries";

/** An API key, which the client exchanges for tokens; or an account’s email address and password. */
export type GatewayCredentials =
  | { clientId: string; clientSecret: string }
  | { userId: string; password: string };

export type GatewayOptions = {
  credentials: GatewayCredentials;
  /**
   * The address of the API, such as `https://sms.example.co.nz`. Default: the address this file was downloaded from.
   */
  baseUrl?: string | undefined;
  /** The most milliseconds for one attempt. Default: 40,000. */
  timeoutMs?: number | undefined;
  /** The most attempts for one call. Default: 5. */
  maxAttempts?: number | undefined;
  /** The most milliseconds for one call with its retries. Default: 120,000. */
  maxTotalMs?: number | undefined;
};

/** Options of one call. */
export type CallOptions = {
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
};

/** Options of one call that an `Idempotency-Key` makes safe to repeat. */
export type RepeatableCallOptions = CallOptions & {
  /** Names the call for 24 hours, across restarts of your program too. Default: a random one for each call. */
  idempotencyKey?: string | undefined;
};

/** The way to call an operation. */
export type Route = {
  method: "GET" | "POST";
  path: string;
  /** True if the account’s credentials are sent. */
  needsAccount: boolean;
  /** True if an `Idempotency-Key` makes it safe to repeat. */
  takesKey: boolean;
};

type Limits = { timeoutMs: number; maxAttempts: number; maxTotalMs: number };
type Token = { value: string; renewAt: number; endsAt: number };
type Attempt = { key: string | null; token: Token | null; endsAt: number; signal: AbortSignal | undefined };

/** The part of a token’s life after which it is renewed. */
const RENEWED_AFTER = 0.9;

/** Makes the calls: credentials, time-outs and retries. */
export class Connection {
  readonly #baseUrl: string;
  readonly #credentials: GatewayCredentials;
  readonly #tokenRoute: Route;
  readonly #limits: Limits;
  #token: Token | null = null;
  #renewal: Promise<Token> | null = null;

  constructor(options: GatewayOptions, tokenRoute: Route) {
    const { credentials, baseUrl = "", timeoutMs = 40_000, maxAttempts = 5, maxTotalMs = 120_000 } = options;
    this.#baseUrl = new URL(baseUrl).href.replace(/\/+$/, "");
    this.#credentials = credentials;
    this.#tokenRoute = tokenRoute;
    this.#limits = { timeoutMs, maxAttempts, maxTotalMs };
  }

  /** Calls an operation, and repeats it if that is safe, within the limits. */
  async call<Result>(route: Route, request: object, options: RepeatableCallOptions): Promise<Result> {
    const { signal } = options;
    const endsAt = Date.now() + this.#limits.maxTotalMs;
    const key = route.takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    let wasRenewed = false;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      let token: Token | null = null;
      // Requesting a token has no other effect, so it is always safe to repeat.
      let isSafe = true;
      try {
        token = await this.#tokenFor(route, endsAt, signal);
        isSafe = route.takesKey;
        return (await this.#attempt(route, request, { key, token, endsAt, signal })) as Result;
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        // A token can end early, with its key for example. The API then did nothing: the call is tried once with a
        // new token.
        if (error.status === 401 && token !== null && !wasRenewed) {
          wasRenewed = true;
          if (this.#token === token) this.#token = null;
          continue;
        }
        const waitMs = waitBeforeRetry(error, attempt, isSafe);
        const isLast = attempt >= this.#limits.maxAttempts;
        if (waitMs === null || isLast || Date.now() + waitMs >= endsAt) throw error;
        await wait(waitMs, signal);
      }
    }
  }

  /**
   * Returns the token for a call; null if none is sent. A token that is about to end is renewed, once for all calls.
   */
  async #tokenFor(
    { needsAccount }: Route,
    endsAt: number,
    signal: AbortSignal | undefined,
  ): Promise<Token | null> {
    const credentials = this.#credentials;
    if (!needsAccount || !("clientId" in credentials)) return null;
    const kept = this.#token;
    if (kept !== null && Date.now() < kept.renewAt) return kept;
    this.#renewal ??= this.#renew(credentials.clientId, credentials.clientSecret).finally(() => {
      this.#renewal = null;
    });
    try {
      return await inTime(this.#renewal, endsAt, signal);
    } catch (error) {
      if (kept !== null && Date.now() < kept.endsAt) return kept;
      throw error;
    }
  }

  async #renew(client_id: string, client_secret: string): Promise<Token> {
    const startedAt = Date.now();
    const endsAt = startedAt + this.#limits.timeoutMs;
    const attempt = { key: null, token: null, endsAt, signal: undefined };
    const answer = await this.#attempt(this.#tokenRoute, { client_id, client_secret }, attempt);
    const { access_token: value, expires_in } = answer as TokenResponse;
    const lifeMs = expires_in * 1_000;
    this.#token = { value, renewAt: startedAt + lifeMs * RENEWED_AFTER, endsAt: startedAt + lifeMs };
    return this.#token;
  }

  /** Sends one request and returns the body of its response. */
  async #attempt(route: Route, request: object, { key, token, endsAt, signal }: Attempt): Promise<unknown> {
    signal?.throwIfAborted();
    const fields = this.#fieldsOf(route, request);
    const isPost = route.method === "POST";
    const headers = new Headers({
      Accept: "application/json",
      ...(isPost ? { "Content-Type": "application/json" } : {}),
      ...(token === null ? {} : { Authorization: `Bearer ${token.value}` }),
      ...(key === null ? {} : { "Idempotency-Key": key }),
    });
    const query = isPost ? "" : `?${new URLSearchParams(fields as Record<string, string>)}`;
    const sent = isPost ? { body: JSON.stringify(fields) } : {};
    const timer = new AbortController();
    const abort = () => timer.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const timeout = setTimeout(abort, Math.max(0, Math.min(this.#limits.timeoutMs, endsAt - Date.now())));
    try {
      const response = await fetch(`${this.#baseUrl}${route.path}${query}`, {
        method: route.method,
        headers,
        ...sent,
        redirect: "manual",
        signal: timer.signal,
      });
      const text = await response.text();
      if (response.status === 204) return undefined;
      const body = response.ok ? jsonOf(text) : undefined;
      if (body === undefined) throw errorOf(response.status, response.headers, text);
      return body;
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause;
      signal?.throwIfAborted();
      const wasLate = timer.signal.aborted;
      throw wasLate
        ? lateError(cause)
        : new GatewayError("The connection to the API failed.", { code: "connection_failed", cause });
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Returns the parameters of a request, after the account’s password if there is no token: a long body needs it first. */
  #fieldsOf({ needsAccount }: Route, request: object): object {
    const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
    return needsAccount && "userId" in this.#credentials ? { ...this.#credentials, ...given } : given;
  }
}

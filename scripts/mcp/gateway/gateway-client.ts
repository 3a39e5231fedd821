import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { errorResponse } from "@/lib/contracts/base/error";
import type { Operation } from "@/lib/contracts/base/operation";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import { GatewayFailure } from "@/scripts/mcp/base/gateway-failure";
import type { McpSettings } from "@/scripts/mcp/base/settings";

/** The time limit of a request: after 40 seconds at the latest, the gateway answers or reports an unknown outcome. */
const TIMEOUT_MS = 60_000;
/** The most attempts of a request that is safe to repeat, and the pause before the first repeat. */
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 300;
/** The person decides about a longer wait than this. */
const MAX_WAIT_MS = 5_000;
/** A token is renewed this long before it ends. */
const RENEW_BEFORE_MS = 300_000;

/** Statuses that mean that the request had no effect, and may be tried again. */
const TRY_AGAIN = new Set([429, 502, 503, 504]);

type CallOptions = {
  /** A key that makes a request with an effect safe to repeat. */
  idempotencyKey?: string;
  /** True if a repeat of the request has no further effect. */
  isRepeatable?: boolean;
  /** True if the request has no effect: it may be repeated, and a failure has no effect either. */
  isReading?: boolean;
};

type Token = { value: string; renewAt: number };

/** The HTTP API of the gateway, as one API key may call it. */
export class GatewayClient {
  readonly #settings: McpSettings;
  #token: Promise<Token> | undefined;
  /** The milliseconds by which the gateway's clock is ahead of this computer's, by its latest response. */
  #aheadMs = 0;

  constructor(settings: McpSettings) {
    this.#settings = settings;
  }

  /**
   * Calls an operation of the API. A request that is safe to repeat is repeated if the gateway was not reached, was
   * busy or did not answer.
   * @throws GatewayFailure with the API's own sentence and code. `isUndone` is true only if no attempt had an effect.
   */
  async ask<Response extends z.ZodType>(
    operation: Operation<z.ZodType, Response>,
    parameters: Readonly<Record<string, unknown>>,
    { idempotencyKey, isRepeatable = false, isReading = false }: CallOptions = {},
  ): Promise<z.output<Response>> {
    const mayRepeatAll = isRepeatable || isReading || idempotencyKey !== undefined;
    let isUndone = true;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#askWithToken(operation, parameters, idempotencyKey);
      } catch (error) {
        if (!(error instanceof GatewayFailure)) throw error;
        const { code, message, retryAfterMs: wait } = error;
        // A rejected attempt proves nothing about an earlier one without an answer.
        isUndone &&= isReading || error.isUndone;
        const mayRepeat = mayRepeatAll || error.isUndone;
        if (attempt === ATTEMPTS || !mayRepeat || wait === undefined || wait > MAX_WAIT_MS)
          throw new GatewayFailure(code, message, isUndone, wait);
        await sleep(Math.max(wait, FIRST_WAIT_MS * 2 ** (attempt - 1)));
      }
    }
  }

  /**
   * Calls an operation once. If its token is rejected, which may have been ended meanwhile, it calls again with a new
   * one.
   */
  async #askWithToken<Response extends z.ZodType>(
    operation: Operation<z.ZodType, Response>,
    parameters: object,
    idempotencyKey: string | undefined,
  ): Promise<z.output<Response>> {
    const post = async () =>
      this.#post(operation, parameters, {
        authorization: `Bearer ${await this.#currentToken()}`,
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      });
    try {
      return await post();
    } catch (error) {
      if (!(error instanceof GatewayFailure) || error.code !== "invalid_credentials") throw error;
      this.#token = undefined;
      return post();
    }
  }

  /** Returns the time of the gateway's clock, independent of this computer's: billing uses the gateway's days. */
  async now(): Promise<Date> {
    await this.#currentToken();
    return new Date(Date.now() + this.#aheadMs);
  }

  async #currentToken(): Promise<string> {
    const known = await this.#token;
    if (known && known.renewAt > performance.now()) return known.value;
    this.#token = this.#newToken();
    // Current callers get the error. It is not cached.
    this.#token.catch(() => {
      this.#token = undefined;
    });
    return (await this.#token).value;
  }

  async #newToken(): Promise<Token> {
    const { clientId, clientSecret } = this.#settings;
    const key = { client_id: clientId, client_secret: clientSecret };
    const askedAt = performance.now();
    try {
      const { access_token, expires_in } = await this.#post(issueTokenOperation, key, {});
      return { value: access_token, renewAt: askedAt + expires_in * 1000 - RENEW_BEFORE_MS };
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      // No other request was sent yet.
      throw new GatewayFailure(error.code, error.message, true, error.retryAfterMs);
    }
  }

  async #post<Response extends z.ZodType>(
    { path, response }: Operation<z.ZodType, Response>,
    parameters: object,
    headers: Record<string, string>,
  ): Promise<z.output<Response>> {
    const { gatewayUrl } = this.#settings;
    const answer = await fetch(`${gatewayUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(parameters),
      // The key must only go to the address that was set.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async (given) => ({ status: given.status, headers: given.headers, text: await given.text() }))
      .catch((error: unknown) => {
        throw unreachable(gatewayUrl, error);
      });
    const said = Date.parse(answer.headers.get("date") ?? "");
    if (Number.isFinite(said)) this.#aheadMs = said - Date.now();
    const body = jsonOf(answer.text);
    if (answer.status === 200) {
      const parsed = response.safeParse(body);
      if (parsed.success) return parsed.data;
    }
    throw failureOf(answer.status, answer.headers, body);
  }
}

function unreachable(gatewayUrl: string, error: unknown): GatewayFailure {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  const isUndone = code === "ECONNREFUSED" || code === "ENOTFOUND";
  const told = `The gateway at ${gatewayUrl} can't be reached${code === undefined ? "" : ` (${code})`}.`;
  return new GatewayFailure("unreachable", told, isUndone, 0);
}

function failureOf(status: number, headers: Headers, body: unknown): GatewayFailure {
  const isUndone = (status >= 300 && status < 500) || status === 503;
  const seconds = Number(headers.get("retry-after") ?? 0);
  const wait = TRY_AGAIN.has(status) && Number.isFinite(seconds) ? seconds * 1000 : undefined;
  const told = errorResponse.safeParse(body);
  if (!told.success) {
    const hint = status >= 300 && status < 400 ? " Set GATEWAY_URL to the address it redirects to." : "";
    const sentence = `The gateway's response isn't readable (HTTP ${status}).${hint}`;
    return new GatewayFailure("unreadable", sentence, isUndone, wait);
  }
  const { error, message, code } = told.data;
  const sentence = message === undefined ? error : `${error}: ${message}`;
  // A 500 may be repeated with the same idempotency key: the gateway then returns the first outcome.
  return new GatewayFailure(code, sentence, isUndone, status === 500 ? 0 : wait);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

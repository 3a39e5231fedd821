import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { errorResponse } from "@/lib/contracts/base/error";
import type { Operation } from "@/lib/contracts/base/operation";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import { GatewayFailure } from "@/scripts/mcp/base/gateway-failure";
import type { McpSettings } from "@/scripts/mcp/base/settings";

/** The gateway has decided after 40 seconds at the latest, or says that nobody can tell. */
const TIMEOUT_MS = 60_000;
/** Times that a request is made that is safe to repeat, and how long the first repeat waits. */
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 300;
/** A longer wait than this is for the person to decide. */
const MAX_WAIT_MS = 5_000;
/** A token is renewed so long before it ends. */
const RENEW_BEFORE_MS = 300_000;

/** Statuses that say that nothing was done, and that it may be tried again. */
const TRY_AGAIN = new Set([429, 502, 503, 504]);

type Asked = {
  /** Makes a request that changes something safe to repeat. */
  idempotencyKey?: string;
  /** Whether the request may be made again: it changes nothing more then. */
  isRepeatable?: boolean;
  /** Whether it changes nothing: it may be made again, and nothing was done where it fails. */
  isReading?: boolean;
};

type Token = { value: string; renewAt: number };

/** What the MCP server knows of the gateway: its HTTP API, as one API key may call it. */
export class GatewayClient {
  readonly #settings: McpSettings;
  #token: Promise<Token> | undefined;
  /** How far the gateway's clock is ahead of this computer's, by its latest response. */
  #aheadMs = 0;

  constructor(settings: McpSettings) {
    this.#settings = settings;
  }

  /**
   * Calls an operation of the API. What is safe to repeat is repeated when the gateway was not reached, was busy or
   * did not answer.
   * @throws GatewayFailure with the API's own sentence and code; nothing was done only where none of the attempts has.
   */
  async ask<Response extends z.ZodType>(
    operation: Operation<z.ZodType, Response>,
    parameters: Readonly<Record<string, unknown>>,
    { idempotencyKey, isRepeatable = false, isReading = false }: Asked = {},
  ): Promise<z.output<Response>> {
    const mayRepeatAll = isRepeatable || isReading || idempotencyKey !== undefined;
    let isUndone = true;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#askWithToken(operation, parameters, idempotencyKey);
      } catch (error) {
        if (!(error instanceof GatewayFailure)) throw error;
        const { code, message, retryAfterMs: wait } = error;
        // An attempt that is refused says nothing of one before it that was not answered.
        isUndone &&= isReading || error.isUndone;
        const mayRepeat = mayRepeatAll || error.isUndone;
        if (attempt === ATTEMPTS || !mayRepeat || wait === undefined || wait > MAX_WAIT_MS)
          throw new GatewayFailure(code, message, isUndone, wait);
        await sleep(Math.max(wait, FIRST_WAIT_MS * 2 ** (attempt - 1)));
      }
    }
  }

  /** The same, once: with another token where this one is refused, which may have been ended meanwhile. */
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

  /** What the gateway's clock says, whatever this computer's does: its days are what is billed by. */
  async now(): Promise<Date> {
    await this.#currentToken();
    return new Date(Date.now() + this.#aheadMs);
  }

  async #currentToken(): Promise<string> {
    const known = await this.#token;
    if (known && known.renewAt > performance.now()) return known.value;
    this.#token = this.#newToken();
    // A failure is told to whoever asks now, and not remembered.
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
      // Nothing else has been asked yet.
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
      // The key goes to the address that was set, and nowhere else.
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
  // A 500 may be repeated with the same idempotency key: the gateway then says what it did the first time.
  return new GatewayFailure(code, sentence, isUndone, status === 500 ? 0 : wait);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

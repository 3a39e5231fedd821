/** A request that the gateway rejected or did not answer, or that did not reach it. */
export class GatewayFailure extends Error {
  override readonly name = "GatewayFailure";
  /** The API's own code, or `unreachable` and `unreadable` if there is none. */
  readonly code: string;
  /** True if it is certain that the request had no effect. */
  readonly isUndone: boolean;
  /** The pause before a repeat; undefined if a repeat would not help. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, isUndone: boolean, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.isUndone = isUndone;
    this.retryAfterMs = retryAfterMs;
  }
}

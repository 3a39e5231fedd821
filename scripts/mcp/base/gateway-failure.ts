/** A request that the gateway refused, or that it was not reached with or did not answer. */
export class GatewayFailure extends Error {
  override readonly name = "GatewayFailure";
  /** The API's own code, or `unreachable` and `unreadable` where it gave none. */
  readonly code: string;
  /** Whether it is certain that nothing was done. */
  readonly isUndone: boolean;
  /** When it may be repeated; undefined where a repeat would not help. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, isUndone: boolean, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.isUndone = isUndone;
    this.retryAfterMs = retryAfterMs;
  }
}

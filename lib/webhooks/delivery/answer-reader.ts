import type { Dispatcher } from "undici";

/** How much of a response is read and kept. */
const KEPT_BYTES = 1024;

/**
 * What a receiver answers to one request, as it comes: undici's handler of the request. It keeps the start of the body, and drops
 * the connection for the rest.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  /** Null when no answer began. */
  statusCode: number | null = null;
  retryAfter: string | null = null;
  /** The kept start of the body as text without NUL; null when no answer began. */
  text: string | null = null;
  /** Resolves when the answer is there, to null, or when there will be none, to why. */
  readonly ended: Promise<unknown>;
  private end: (failure: unknown) => void = () => {};
  private isOver = false;
  private controller: Dispatcher.DispatchController | undefined;
  private decoder: TextDecoder | undefined;
  private leftBytes = KEPT_BYTES;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = (failure) => {
        this.isOver = true;
        resolve(failure);
      };
    });
  }

  /** Ends the request whatever it has come to. */
  giveUp(reason: Error): void {
    if (this.isOver) return;
    this.end(reason);
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It was given up while it waited for its connection.
    if (this.isOver) controller.abort(new Error("The request is no longer wanted."));
    else this.controller = controller;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.isOver || statusCode < 200) return;
    this.statusCode = statusCode;
    this.retryAfter = [headers["retry-after"]].flat()[0] ?? null;
    this.text = "";
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.decoder ??= new TextDecoder();
    // A character that the limit cuts in two is left out.
    const piece = this.decoder.decode(chunk.subarray(0, this.leftBytes), { stream: true });
    this.text += piece.replaceAll("\0", "");
    this.leftBytes -= chunk.length;
    if (this.leftBytes > 0) return;
    this.end(null);
    controller.abort(new Error("The rest of the body is not wanted."));
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }
}

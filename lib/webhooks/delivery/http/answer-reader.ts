import type { Dispatcher } from "undici";
import { isReset } from "@/lib/webhooks/delivery/http/http2-errors";

/** How much of a response is read and kept. */
const KEPT_BYTES = 1024;

/** What it needs of who sends the request, over either protocol. */
type Controller = Pick<Dispatcher.DispatchController, "abort">;

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
  /** Asked of each failure whether it is none, since the request goes on elsewhere. */
  onFailure: (error: Error) => boolean = () => false;
  private end: (failure: unknown) => void = () => {};
  private isOver = false;
  private controller: Controller | undefined;
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

  onRequestStart(controller: Controller): void {
    // It was given up while it waited for its connection.
    if (this.isOver) controller.abort(new Error("The request is no longer wanted."));
    else this.controller = controller;
  }

  onResponseStart(
    _: Controller,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.isOver || statusCode < 200) return;
    this.statusCode = statusCode;
    this.retryAfter = [headers["retry-after"]].flat()[0] ?? null;
    this.text = "";
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
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

  onResponseError(_: Controller, error: Error): void {
    if (!this.isOver && this.onFailure(error)) return;
    // The status decides the outcome, even if the body is incomplete. Resetting a stream would discard the status.
    this.end(this.statusCode === null || isReset(error) ? error : null);
  }
}

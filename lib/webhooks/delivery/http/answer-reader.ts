import type { Dispatcher } from "undici";
import { isReset } from "@/lib/webhooks/delivery/http/http2-errors";

/** The bytes of a response that are read and stored. */
const KEPT_BYTES = 1024;

/** The controller of a request over either protocol. */
type Controller = Pick<Dispatcher.DispatchController, "abort">;

/**
 * Reads a receiver's response to one request, as undici's handler of the request. It keeps the start of the body, and
 * drops the connection for the rest.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  /** Null if no response began. */
  statusCode: number | null = null;
  retryAfter: string | null = null;
  /** The kept start of the body as text without NUL; null if no response began. */
  text: string | null = null;
  /** Resolves to null when the response is complete, or to the reason that there is none. */
  readonly ended: Promise<unknown>;
  /** Called for each failure. Returns true if the request continues on another connection. */
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

  /** Ends the request in any state. */
  giveUp(reason: Error): void {
    if (this.isOver) return;
    this.end(reason);
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Controller): void {
    // The request was given up while it waited for its connection.
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
    // A character that the limit cuts is dropped.
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

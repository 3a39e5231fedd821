import type { Command } from "@/lib/smpp/pdu/layouts";
import type { Pdu } from "@/lib/smpp/pdu/pdu";

/**
 * The outcome of a request. The peer answered. Or the request was certainly not written whole, so that the peer
 * cannot have it. Or it was written without an answer.
 */
export type Settlement =
  | { outcome: "answered"; response: Pdu }
  | { outcome: "not written" }
  | { outcome: "unanswered" };

type Request = {
  command: Command;
  settle: (settlement: Settlement) => void;
  writtenAt: number | null;
};

/** The unanswered requests of a link. Each is settled exactly once. */
export class InFlight {
  private readonly requests = new Map<number, Request>();
  /** The written requests, in the order of their writing. */
  private readonly written = new Map<number, number>();

  get size(): number {
    return this.requests.size;
  }

  has(sequence: number): boolean {
    return this.requests.has(sequence);
  }

  add(sequence: number, command: Command, settle: Request["settle"]): void {
    this.requests.set(sequence, { command, settle, writtenAt: null });
  }

  noteWritten(sequence: number, now: number): void {
    const request = this.requests.get(sequence);
    if (!request) return;
    request.writtenAt = now;
    this.written.set(sequence, now);
  }

  /**
   * Settles a request. A response to another command does not answer it, so that it counts as unanswered.
   * @param response undefined for an unknown command.
   * @returns whether the response answers one of the requests.
   */
  answer(sequence: number, response: Pdu | undefined): boolean {
    const request = this.remove(sequence);
    if (!request) return false;
    const isAnswer = response !== undefined && answers(response.command, request.command);
    request.settle(isAnswer ? { outcome: "answered", response } : { outcome: "unanswered" });
    return isAnswer;
  }

  /**
   * Settles requests that were written before an instant as unanswered.
   * @returns the number of these requests.
   */
  expire(writtenBefore: number): number {
    let expired = 0;
    for (const [sequence, at] of this.written) {
      if (at > writtenBefore) break;
      expired++;
      this.remove(sequence)?.settle({ outcome: "unanswered" });
    }
    return expired;
  }

  /** Settles all requests. */
  end(): void {
    for (const [sequence, { writtenAt }] of [...this.requests])
      this.remove(sequence)?.settle({ outcome: writtenAt === null ? "not written" : "unanswered" });
  }

  private remove(sequence: number): Request | undefined {
    const request = this.requests.get(sequence);
    this.requests.delete(sequence);
    this.written.delete(sequence);
    return request;
  }
}

/** Returns whether a response belongs to a request. Some SMSCs answer a bind as a bind of another kind. */
function answers(response: Command, request: Command): boolean {
  if (response === "generic_nack" || response === `${request}_resp`) return true;
  return request.startsWith("bind_") && /^bind_.*_resp$/.test(response);
}

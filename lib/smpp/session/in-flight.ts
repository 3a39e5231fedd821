import type { Command } from "@/lib/smpp/pdu/layouts";
import type { Pdu } from "@/lib/smpp/pdu/pdu";

/**
 * What became of a request: the peer answered; it was surely not written whole, so that the peer cannot have it; or it
 * was written and no answer came.
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

/** The requests of a link without an answer. Each is settled exactly once. */
export class InFlight {
  private readonly requests = new Map<number, Request>();
  /** The written ones, in the order in which they were written. */
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
   * Settles a request. A response to another command says nothing of it: then it is unanswered.
   * @param response not set for a command that is not known.
   * @returns whether the response answers one of the requests.
   */
  answer(sequence: number, response: Pdu | undefined): boolean {
    const request = this.remove(sequence);
    if (!request) return false;
    const isAnswer = response !== undefined && answers(response.command, request.command);
    request.settle(isAnswer ? { outcome: "answered", response } : { outcome: "unanswered" });
    return isAnswer;
  }

  /** Settles what was written before an instant as unanswered. @returns how many that were. */
  expire(writtenBefore: number): number {
    let expired = 0;
    for (const [sequence, at] of this.written) {
      if (at > writtenBefore) break;
      expired++;
      this.remove(sequence)?.settle({ outcome: "unanswered" });
    }
    return expired;
  }

  /** Settles all. */
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

/** Returns whether a response is one to a request. Some SMSCs answer a bind as one of another kind. */
function answers(response: Command, request: Command): boolean {
  if (response === "generic_nack" || response === `${request}_resp`) return true;
  return request.startsWith("bind_") && /^bind_.*_resp$/.test(response);
}

import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/process-wide";

/** Shared by all bundles of a process: a start begins it, and what renders a page asks for it. */
const rehearsals = processWide("gatewayRehearsals", () => new AsyncLocalStorage<Rehearsal>());

/**
 * A page rendered for nobody, before anybody asks for one: a session of it finds the member who was last here, reads
 * what their page shows, and notes nothing. It goes by where the work began and by a session that nobody else knows of: a
 * request from elsewhere has neither. Once it is over, nothing that it began is taken for it any more.
 */
export class Rehearsal {
  private readonly sessionId: string;
  private isOver = false;

  /** @param sessionId of no session that there is, made for this rehearsal. */
  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  /** Whether what runs now belongs to a rehearsal that goes on, and is asked as this session. */
  static isOf(sessionId: string): boolean {
    const rehearsal = rehearsals.value.getStore();
    return rehearsal?.isOver === false && rehearsal.sessionId === sessionId;
  }

  /** Has `work`, and what it begins, belong to this rehearsal. */
  run(work: () => void): void {
    rehearsals.value.run(this, work);
  }

  end(): void {
    this.isOver = true;
  }
}

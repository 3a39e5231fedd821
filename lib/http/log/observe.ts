import { describeError, log } from "@/lib/log";

/**
 * Runs work that observes a request: logs, counts, redacts or measures. A failure of it becomes a line of the log, and the
 * caller still gets the response (rules: logs). All such work of a request goes through here.
 * @param sentence says in the log what failed.
 */
export function observe(work: () => void, sentence: string): void {
  try {
    work();
  } catch (error) {
    try {
      log().error({ err: describeError(error) }, sentence);
    } catch {
      // The log itself is broken. The response matters more.
    }
  }
}

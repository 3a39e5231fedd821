import { describeError, log } from "@/lib/log";

/**
 * Runs work that observes a request: logging, counting, redacting or measuring. A failure is logged, and the caller
 * still gets the response (rules: logs). All such work of a request goes through this function.
 * @param sentence names the failed work in the log.
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

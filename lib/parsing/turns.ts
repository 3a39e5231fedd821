import { yieldToOthers } from "@/lib/parsing/yield-to-others";
import { processWide } from "@/lib/process-wide";

/** What has no more bytes than this is read in a tenth of a millisecond. */
const MAX_SMALL_BYTES = 4 * 1024;

/** Fulfilled once the last of the larger bodies is read. */
const lastRead = processWide("gatewayParsing", () => Promise.resolve());

/**
 * Reads a body now where it is small. Larger ones are read one after the other, each in a turn of the event loop of its
 * own: however many come at once, what else wants to be done waits for a piece of one of them.
 */
export function inTurn<Result>(bytes: number, read: () => Promise<Result>): Promise<Result> {
  if (bytes <= MAX_SMALL_BYTES) return read();
  const result = lastRead.value.then(read);
  lastRead.value = result.then(yieldToOthers, yieldToOthers);
  return result;
}

import { yieldToOthers } from "@/lib/parsing/yield-to-others";
import { processWide } from "@/lib/process-wide";

/** A body of this size is read in a tenth of a millisecond. */
const MAX_SMALL_BYTES = 4 * 1024;

/** Fulfilled once the last of the larger bodies is read. */
const lastRead = processWide("gatewayParsing", () => Promise.resolve());

/**
 * Reads a small body at once. It reads larger bodies one after the other, each in its own turn of the event loop.
 * Other work therefore waits for one of them at most, however many arrive together.
 */
export function inTurn<Result>(bytes: number, read: () => Promise<Result>): Promise<Result> {
  if (bytes <= MAX_SMALL_BYTES) return read();
  const result = lastRead.value.then(read);
  lastRead.value = result.then(yieldToOthers, yieldToOthers);
  return result;
}

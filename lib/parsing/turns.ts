import { yieldToOthers } from "@/lib/parsing/yield-to-others";

/** What has no more bytes than this is read in a tenth of a millisecond. */
const MAX_SMALL_BYTES = 4 * 1024;

// Next bundles each route apart: the event loop is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayParsing?: Promise<void> };

/**
 * Reads a body now where it is small. Larger ones are read one after the other, each in a turn of the event loop of its
 * own: however many come at once, what else wants to be done waits for a piece of one of them.
 */
export function inTurn<Result>(bytes: number, read: () => Promise<Result>): Promise<Result> {
  if (bytes <= MAX_SMALL_BYTES) return read();
  const result = (holder.gatewayParsing ?? Promise.resolve()).then(read);
  holder.gatewayParsing = result.then(yieldToOthers, yieldToOthers);
  return result;
}

/** Lets other requests have their turn of the event loop before long work goes on. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

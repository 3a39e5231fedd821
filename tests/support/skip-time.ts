import { onTestFinished, vi } from "vitest";

/**
 * Lets a test skip time: `performance.now` and `Date.now` then return later values, until the test ends.
 * Timers do not fire earlier.
 * @returns a function that skips a number of milliseconds.
 */
export function skipTime(): (ms: number) => void {
  const realNow = { performance: performance.now.bind(performance), Date: Date.now.bind(Date) };
  let skippedMs = 0;
  const spies = [
    vi.spyOn(performance, "now").mockImplementation(() => realNow.performance() + skippedMs),
    vi.spyOn(Date, "now").mockImplementation(() => realNow.Date() + skippedMs),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return (ms) => {
    skippedMs += ms;
  };
}

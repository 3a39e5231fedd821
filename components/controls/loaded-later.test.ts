import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadPatiently } from "@/components/controls/loaded-later";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a loader that succeeds on the given call. */
function comingAt(success: number) {
  return vi.fn(async () => {
    if (load.mock.calls.length < success) throw new Error("no such file");
    return "code";
  });
}

let load: ReturnType<typeof comingAt>;

test("code is asked for until it comes, for as long as the server is away", async () => {
  load = comingAt(20);
  const loaded = loadPatiently(load, async () => false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBe("code");
});

test("code that a server does not have is given up after three times", async () => {
  load = comingAt(20);
  const loaded = loadPatiently(load, async () => true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBeNull();
  expect(load).toHaveBeenCalledTimes(3);
});

test("what failed while the server was away does not count", async () => {
  load = comingAt(8);
  const answers = [false, false, false, false, false, true, true];
  const loaded = loadPatiently(load, async () => answers.shift() ?? true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBe("code");
});

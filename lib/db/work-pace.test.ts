import { expect, it } from "vitest";
import { WorkPace } from "@/lib/db/work-pace";
import { closedGate } from "@/tests/support/gate";
import { skipTime } from "@/tests/support/skip-time";

it("has no rest before the first run, none to spare during a run, and one of three runs afterwards", async () => {
  const skip = skipTime();
  const pace = new WorkPace();
  expect(pace.restMs(performance.now())).toBe(0);
  const beganAt = performance.now();
  const end = closedGate();
  const run = pace.run(() => end.opened.then(() => "done"));
  expect(pace.restMs(performance.now())).toBe(Number.POSITIVE_INFINITY);
  skip(30);
  end.open();
  expect(await run).toBe("done");
  const endedAt = performance.now();
  const tookMs = endedAt - beganAt;
  expect(pace.restMs(endedAt)).toBeGreaterThan(2.5 * tookMs);
  expect(pace.restMs(endedAt)).toBeLessThanOrEqual(3 * tookMs);
  expect(pace.restMs(endedAt + 3 * tookMs)).toBe(0);
});

it("rests after a run that failed, too", async () => {
  const skip = skipTime();
  const pace = new WorkPace();
  const failing = pace.run(async () => {
    skip(10);
    throw new Error("away");
  });
  await expect(failing).rejects.toThrow("away");
  expect(pace.restMs(performance.now())).toBeGreaterThan(20);
});

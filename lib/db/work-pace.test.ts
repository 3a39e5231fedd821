import { beforeEach, expect, it, vi } from "vitest";
import { WorkPace } from "@/lib/db/work-pace";
import { closedGate } from "@/tests/support/gate";

let at: number;
beforeEach(() => {
  at = 1_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => at);
  return () => clock.mockRestore();
});

it("has no rest before the first run, none to spare during a run, and one of three runs afterwards", async () => {
  const pace = new WorkPace();
  expect(pace.restMs(at)).toBe(0);
  const end = closedGate();
  const run = pace.run(() => end.opened.then(() => "done"));
  expect(pace.restMs(at)).toBe(Number.POSITIVE_INFINITY);
  at += 30;
  end.open();
  expect(await run).toBe("done");
  expect([0, 50, 90, 91].map((ms) => pace.restMs(at + ms))).toEqual([90, 40, 0, 0]);
});

it("rests after a run that failed, too", async () => {
  const pace = new WorkPace();
  const failing = pace.run(async () => {
    at += 10;
    throw new Error("away");
  });
  await expect(failing).rejects.toThrow("away");
  expect(pace.restMs(at)).toBe(30);
});

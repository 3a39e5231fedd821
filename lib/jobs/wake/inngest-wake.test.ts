import { describe, expect, it, test } from "vitest";
import { wakeInstant } from "@/lib/jobs/wake/inngest-wake";

const NOW = new Date("2026-11-20T10:00:00.250Z");

describe("wakeInstant", () => {
  test.each([
    ["what is due now, at the next second", "2026-11-20T10:00:00.250Z", "2026-11-20T10:00:01.000Z"],
    ["what is overdue, at the next second", "2026-11-20T09:00:00.000Z", "2026-11-20T10:00:01.000Z"],
    ["a retry in five seconds, to the second", "2026-11-20T10:00:05.300Z", "2026-11-20T10:00:06.000Z"],
    ["a whole second, as it is", "2026-11-20T10:00:05.000Z", "2026-11-20T10:00:05.000Z"],
    [
      "what is further away, to a quarter of a minute",
      "2026-11-20T10:05:01.000Z",
      "2026-11-20T10:05:15.000Z",
    ],
    ["what is weeks away, in a day", "2026-12-20T10:00:00.000Z", "2026-11-21T10:00:15.000Z"],
    ["the end of the night, as it is", "2026-11-20T18:00:00.000Z", "2026-11-20T18:00:00.000Z"],
  ])("wakes for %s", (_, dueAt, instant) => {
    expect(wakeInstant(new Date(dueAt), NOW).toISOString()).toBe(instant);
  });

  it("never wakes before the time, nor for the present", () => {
    for (let ms = 0; ms < 100_000; ms += 37) {
      const dueAt = new Date(NOW.getTime() + ms);
      const at = wakeInstant(dueAt, NOW).getTime();
      expect(at).toBeGreaterThan(NOW.getTime());
      expect(at - dueAt.getTime()).toBeGreaterThanOrEqual(0);
      expect(at - dueAt.getTime()).toBeLessThan(15_000);
    }
  });
});

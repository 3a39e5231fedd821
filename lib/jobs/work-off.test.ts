import { afterEach, expect, it, vi } from "vitest";
import { OPERATIONS } from "@/lib/jobs/operations";
import { overAfter, runDue } from "@/lib/jobs/run-due";
import { workOff } from "@/lib/jobs/work-off";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const A_MINUTE_MS = 60_000;
const NOON = new Date("2026-11-20T23:00:00Z");

/** Mocks three runs of a job. Each sets the machine's clock forward by an hour. */
function jobWithThreeRuns(job: "sweep" | "webhooks"): void {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  let runs = 0;
  vi.spyOn(OPERATIONS, job).mockImplementation(async () => {
    runs++;
    vi.setSystemTime(NOON.getTime() + runs * 3_600_000);
    return { more: runs < 3 };
  });
}

it("a job is worked off within its budget on a clock that is set forward", async () => {
  jobWithThreeRuns("sweep");
  expect(await runDue(["sweep"], overAfter(A_MINUTE_MS))).toEqual({ runs: 3, more: false });
});

it("a kind of jobs is worked off within its budget on a clock that is set forward", async () => {
  jobWithThreeRuns("webhooks");
  expect(await workOff("webhooks", A_MINUTE_MS)).toEqual({ runs: 3, more: false, next: {} });
});

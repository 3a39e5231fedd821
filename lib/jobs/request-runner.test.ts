import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setJobRunner, wake } from "@/lib/db/wake";
import { OPERATIONS } from "@/lib/jobs/operations";
import { requestRunner } from "@/lib/jobs/request-runner";
import { startWakeUps, stopWakeUps, type WakeUp } from "@/lib/jobs/wake/inngest-wake";
import { useTestDatabase } from "@/tests/support/database/database";
import { loopTurns } from "@/tests/support/loop-turns";

useTestDatabase();

beforeEach(() => setJobRunner(requestRunner));
afterEach(() => {
  vi.restoreAllMocks();
  stopWakeUps();
});

describe("a runner of requests alone", () => {
  it("runs one at a time however often it is asked, and looks again for who asked meanwhile", async () => {
    let running = 0;
    let most = 0;
    const run = vi.spyOn(OPERATIONS, "webhooks").mockImplementation(async () => {
      most = Math.max(most, ++running);
      await loopTurns(3);
      running--;
      return { more: false };
    });
    for (let times = 0; times < 20; times++) wake("webhooks");
    await expect.poll(() => [run.mock.calls.length, running]).toEqual([2, 0]);
    wake("webhooks");
    await expect.poll(() => [run.mock.calls.length, most]).toEqual([3, 1]);
  });

  it("announces what is due next", async () => {
    // Times are rounded up: as time goes on, a time on the minute may become the next minute.
    vi.useFakeTimers({ toFake: ["Date"] });
    const announced: WakeUp[] = [];
    startWakeUps({ due: async (wakeUp) => announced.push(wakeUp), approved: async () => {} });
    const nextAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 300_000);
    vi.spyOn(OPERATIONS, "webhooks").mockResolvedValue({ more: false, nextAt });
    wake("webhooks");
    await expect.poll(() => announced).toEqual([{ kind: "webhooks", at: nextAt, cell: 1 }]);
    vi.useRealTimers();
  });

  it("goes on after a run that failed", async () => {
    const run = vi.spyOn(OPERATIONS, "webhooks").mockRejectedValueOnce(new Error("no database"));
    run.mockResolvedValue({ more: false });
    wake("webhooks");
    await expect.poll(() => run.mock.calls.length).toBe(1);
    await loopTurns(3);
    wake("webhooks");
    await expect.poll(() => run.mock.calls.length).toBe(2);
  });
});

describe("a runner with workers", () => {
  it("leaves it to the runner, and announces nothing", async () => {
    const announced: WakeUp[] = [];
    startWakeUps({ due: async (wakeUp) => announced.push(wakeUp), approved: async () => {} });
    const woken: string[] = [];
    setJobRunner({ wake: (job, inMs) => woken.push(`${job} in ${inMs}`) });
    const run = vi.spyOn(OPERATIONS, "dispatch");
    wake("dispatch");
    expect([woken, announced, run.mock.calls]).toEqual([["dispatch in 0"], [], []]);
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { type RunResult, Worker } from "@/lib/jobs/wake/worker";

const IDLE_MS = 60_000;
const DONE: RunResult = { more: false };

let worker: Worker | undefined;
afterEach(() => worker?.stop());

function start(run: (at: Date) => Promise<RunResult>, idleMs = IDLE_MS, spacingMs = 0): Worker {
  worker = new Worker("test", run, { idleMs, spacingMs });
  worker.wake();
  return worker;
}

describe("Worker", () => {
  it("runs again at once while there is more", async () => {
    const run = vi
      .fn()
      .mockResolvedValueOnce({ more: true })
      .mockResolvedValueOnce({ more: true })
      .mockResolvedValue(DONE);
    start(run);
    await expect.poll(() => run.mock.calls.length).toBe(3);
    await pause(30);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it("runs when woken, also when that happens during a run, and never twice at a time", async () => {
    let running = 0;
    let most = 0;
    const run = vi.fn(async () => {
      most = Math.max(most, ++running);
      await pause(20);
      running--;
      return DONE;
    });
    const woken = start(run);
    await expect.poll(() => run.mock.calls.length).toBe(1);
    woken.wake();
    woken.wake();
    await expect.poll(() => run.mock.calls.length).toBe(2);
    await pause(50);
    expect(run).toHaveBeenCalledTimes(2);
    expect(most).toBe(1);
  });

  it("begins at once after a quiet time, and lets what comes then gather", async () => {
    const began: number[] = [];
    const gather = pause(600).then(() => performance.now());
    const woken = start(
      async () => {
        began.push(performance.now());
        return { more: began.length === 2 };
      },
      IDLE_MS,
      600,
    );
    await expect.poll(() => began.length).toBe(1);
    for (let times = 0; times < 50; times++) woken.wake();
    await expect.poll(() => began.length).toBe(3);
    const [first = 0, second = 0, third = 0] = began;
    expect(first).toBeLessThan(await gather);
    expect(second - first).toBeGreaterThanOrEqual(590);
    expect(third - second).toBeGreaterThanOrEqual(590);
  });

  it("lets nothing gather after a full run", async () => {
    const run = vi.fn().mockResolvedValueOnce({ more: true, isFull: true }).mockResolvedValue(DONE);
    start(run, IDLE_MS, IDLE_MS);
    await expect.poll(() => run.mock.calls.length).toBe(2);
  });

  it("need not wait for its spacing when it is hurried", async () => {
    const run = vi.fn().mockResolvedValue(DONE);
    const hurried = start(run, IDLE_MS, 10_000);
    await expect.poll(() => run.mock.calls.length).toBe(1);
    hurried.wake();
    await pause(30);
    expect(run).toHaveBeenCalledTimes(1);
    hurried.hurry();
    await expect.poll(() => run.mock.calls.length).toBe(2);
    hurried.wake();
    await pause(30);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("runs by the time the next work is due, and when idle for long", async () => {
    const run = vi
      .fn()
      .mockImplementationOnce(async () => ({ more: false, nextAt: new Date(Date.now() + 30) }));
    run.mockResolvedValue(DONE);
    start(run);
    await expect.poll(() => run.mock.calls.length).toBe(2);
    await worker?.stop();
    const idle = vi.fn().mockResolvedValue(DONE);
    start(idle, 20);
    await expect.poll(() => idle.mock.calls.length).toBeGreaterThan(2);
  });

  it("goes on after a run that failed", async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error("no database")).mockResolvedValue(DONE);
    start(run, 20);
    await expect.poll(() => run.mock.calls.length).toBeGreaterThan(1);
  });

  it("waits for the run in progress when stopped, and starts no other", async () => {
    let ended = false;
    const run = vi.fn(async () => {
      ended = false;
      await pause(150);
      ended = true;
      return { more: true };
    });
    const stopping = start(run);
    await expect.poll(() => run.mock.calls.length, { interval: 5 }).toBe(1);
    await stopping.stop();
    expect(ended).toBe(true);
    stopping.wake();
    await pause(30);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

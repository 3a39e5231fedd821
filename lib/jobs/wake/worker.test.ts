import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { now } from "@/lib/clock";
import { type RunResult, Worker } from "@/lib/jobs/wake/worker";
import { closedGate } from "@/tests/support/gate";

const IDLE_MS = 60_000;
const DONE: RunResult = { more: false };

let worker: Worker | undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await worker?.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

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
    await pass(5);
    expect(run).toHaveBeenCalledTimes(3);
    await pass(IDLE_MS - 10);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it("runs when woken, also when that happens during a run, and never twice at a time", async () => {
    let running = 0;
    let most = 0;
    const first = closedGate();
    const run = vi.fn(async () => {
      most = Math.max(most, ++running);
      await first.opened;
      running--;
      return DONE;
    });
    const woken = start(run);
    await pass(5);
    woken.wake();
    woken.wake();
    await pass(20);
    expect(run).toHaveBeenCalledTimes(1);
    first.open();
    await pass(30);
    expect(run).toHaveBeenCalledTimes(2);
    await pass(IDLE_MS - 100);
    expect(run).toHaveBeenCalledTimes(2);
    expect(most).toBe(1);
  });

  it("begins at once after a quiet time, and lets what comes then gather", async () => {
    const began: number[] = [];
    const run = async () => {
      began.push(performance.now());
      return { more: began.length === 2 };
    };
    const woken = start(run, IDLE_MS, 600);
    await pass(5);
    expect(began).toHaveLength(1);
    for (let times = 0; times < 50; times++) woken.wake();
    await pass(IDLE_MS - 10);
    const [first = 0, second = 0, third = 0] = began;
    expect(began).toHaveLength(3);
    for (const gap of [second - first, third - second]) {
      expect(gap).toBeGreaterThanOrEqual(600);
      expect(gap).toBeLessThan(620);
    }
  });

  it("lets nothing gather after a full run", async () => {
    const run = vi.fn().mockResolvedValueOnce({ more: true, isFull: true }).mockResolvedValue(DONE);
    start(run, IDLE_MS, IDLE_MS);
    await pass(5);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("need not wait for its spacing when it is hurried", async () => {
    const run = vi.fn().mockResolvedValue(DONE);
    const hurried = start(run, IDLE_MS, 10_000);
    await pass(5);
    hurried.wake();
    await pass(9_000);
    expect(run).toHaveBeenCalledTimes(1);
    hurried.hurry();
    await pass(100);
    expect(run).toHaveBeenCalledTimes(2);
    hurried.wake();
    await pass(9_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("runs by the time the next work is due, and when idle for long", async () => {
    const run = vi
      .fn()
      .mockImplementationOnce(async () => ({ more: false, nextAt: new Date(now().getTime() + 30) }));
    run.mockResolvedValue(DONE);
    start(run);
    await pass(25);
    expect(run).toHaveBeenCalledTimes(1);
    await pass(10);
    expect(run).toHaveBeenCalledTimes(2);
    await worker?.stop();
    const idle = vi.fn().mockResolvedValue(DONE);
    start(idle, 20);
    await pass(50);
    expect(idle).toHaveBeenCalledTimes(3);
  });

  it("goes on after a run that failed", async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error("no database")).mockResolvedValue(DONE);
    start(run, 20);
    await pass(25);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("waits for the run in progress when stopped, and starts no other", async () => {
    const end = closedGate();
    const run = vi.fn(async () => {
      await end.opened;
      return { more: true };
    });
    const stopping = start(run);
    await pass(5);
    let isStopped = false;
    const stopped = stopping.stop().then(() => {
      isStopped = true;
    });
    await pass(100);
    expect(isStopped).toBe(false);
    end.open();
    await stopped;
    stopping.wake();
    await pass(IDLE_MS);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

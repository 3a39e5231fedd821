import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromWorker, ToWorker, WorkerRole } from "@/scripts/lib/workers-messages";
import { pauseAfter, WorkerTeam } from "@/scripts/lib/workers-team";

type Forked = {
  role: WorkerRole;
  told: ToWorker[];
  killed: boolean;
  says: (message: FromWorker) => void;
  ends: (how: string) => void;
};

let forked: Forked[];
let team: WorkerTeam;

function newTeam(count: number): WorkerTeam {
  forked = [];
  return new WorkerTeam((role, says, ends) => {
    const one: Forked = { role, told: [], killed: false, says, ends };
    forked.push(one);
    return {
      pid: forked.length,
      tell: (message) => one.told.push(message),
      kill: () => {
        one.killed = true;
        ends("SIGKILL");
      },
    };
  }, count);
}

const at = (index: number) => forked.at(index) as Forked;
const listen = (index: number) => at(index).says({ kind: "listening", port: 3000, emailPort: null });
const isDone = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, new Promise((resolve) => process.nextTick(resolve, "not yet"))])) !==
  "not yet";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  team = newTeam(3);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts all three, listening. */
async function begin(): Promise<void> {
  const started = team.start();
  for (const index of [0, 1, 2]) listen(index);
  await started;
}

describe("at the start", () => {
  it("has one driver, and is ready when all listen", async () => {
    const started = team.start();
    expect(forked.map(({ role }) => role)).toEqual(["driver", "server", "server"]);
    listen(1);
    listen(2);
    expect(await isDone(started)).toBe(false);
    at(0).says({ kind: "listening", port: 3000, emailPort: 2525 });
    expect(await started).toEqual({ port: 3000, emailPort: 2525 });
  });

  it("ends with the reason that a worker gives, and tries no other", async () => {
    const started = team.start();
    at(0).says({ kind: "failed", reason: "Port 2525 is in use." });
    at(0).ends("exit code 1");
    await expect(started).rejects.toMatchObject({ name: "CommandError", message: "Port 2525 is in use." });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(forked).toHaveLength(3);
  });

  it("ends with how it died, if that is all there is", async () => {
    const started = team.start();
    at(1).ends("SIGKILL");
    await expect(started).rejects.toThrow("A worker process ended before it listened (SIGKILL).");
  });
});

describe("a worker that dies", () => {
  it("is replaced by one of its role", async () => {
    await begin();
    at(0).ends("SIGSEGV");
    await vi.advanceTimersByTimeAsync(0);
    expect(forked).toHaveLength(4);
    expect(at(3).role).toBe("driver");
    at(1).ends("exit code 1");
    await vi.advanceTimersByTimeAsync(0);
    expect(at(4).role).toBe("server");
  });

  it("is replaced later and later while it dies at once, and at once again after a minute's work", async () => {
    expect([1, 2, 3, 4, 10].map(pauseAfter)).toEqual([0, 1000, 2000, 4000, 30_000]);
    await begin();
    for (const pauseMs of [0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = forked.length;
      at(before === 3 ? 0 : -1).ends("exit code 1");
      if (pauseMs > 0) await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(forked.length).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(forked.length).toBe(before + 1);
      listen(-1);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    at(-1).ends("exit code 1");
    const before = forked.length;
    await vi.advanceTimersByTimeAsync(0);
    expect(forked.length).toBe(before + 1);
  });

  it("and whose replacements never listen ends the server, with the last one's reason", async () => {
    await begin();
    at(2).ends("SIGKILL");
    for (let attempt = 1; attempt <= 5; attempt++) {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(forked).toHaveLength(3 + attempt);
      at(-1).says({ kind: "failed", reason: `The disk is full (${attempt}).` });
      at(-1).ends("exit code 1");
    }
    await expect(team.broken).rejects.toMatchObject({
      name: "CommandError",
      message: "The disk is full (5).",
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(forked).toHaveLength(8);
  });
});

describe("what a worker tells", () => {
  it("is for the driver alone, where there may be work", async () => {
    await begin();
    at(1).says({ kind: "wake", job: "dispatch", inMs: 0 });
    expect(forked.map(({ told }) => told)).toEqual([[{ kind: "wake", job: "dispatch", inMs: 0 }], [], []]);
  });

  it("is for all others, where callers are to be read again", async () => {
    await begin();
    at(1).says({ kind: "forget-callers" });
    expect(forked.map(({ told }) => told)).toEqual([
      [{ kind: "forget-callers" }],
      [],
      [{ kind: "forget-callers" }],
    ]);
  });

  it("is lost while the driver is being replaced, which looks by itself when it begins", async () => {
    await begin();
    at(0).ends("SIGKILL");
    at(1).says({ kind: "wake", job: "dispatch", inMs: 0 });
    await vi.advanceTimersByTimeAsync(0);
    at(1).says({ kind: "wake", job: "dispatch", inMs: 0 });
    expect(at(3).told).toEqual([]);
    listen(3);
    at(1).says({ kind: "wake", job: "dispatch", inMs: 0 });
    expect(at(3).told).toHaveLength(1);
  });
});

describe("stopping", () => {
  it("tells every worker, waits for the last, and replaces none", async () => {
    await begin();
    const stopped = team.stop();
    expect(forked.map(({ told }) => told)).toEqual(Array(3).fill([{ kind: "stop" }]));
    at(0).ends("exit code 0");
    at(1).ends("exit code 0");
    expect(await isDone(stopped)).toBe(false);
    at(2).ends("exit code 0");
    await stopped;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(forked).toHaveLength(3);
  });

  it("does not wait for a replacement that has not begun", async () => {
    await begin();
    at(0).ends("exit code 1");
    const stopped = team.stop();
    at(1).ends("exit code 0");
    at(2).ends("exit code 0");
    await stopped;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(forked).toHaveLength(3);
  });

  it("kills who does not end", async () => {
    await begin();
    const stopped = team.stop();
    await vi.advanceTimersByTimeAsync(45_000);
    await stopped;
    expect(forked.map(({ killed }) => killed)).toEqual([true, true, true]);
  });
});

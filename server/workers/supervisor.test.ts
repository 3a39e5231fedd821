import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pauseAfter } from "@/server/workers/slot";
import { FakeTeam, type FakeWorker } from "@/tests/support/server/fake-workers";

const isDone = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, new Promise((resolve) => process.nextTick(resolve, "not yet"))])) !==
  "not yet";

let fake: FakeTeam;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  fake = new FakeTeam(3);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("at the start", () => {
  it("has one leader, the first that listens, and is ready when all listen and it leads", async () => {
    const started = fake.supervisor.start();
    fake.listen(1);
    expect(fake.leaders()).toEqual([1]);
    fake.listen(2);
    fake.listen(0);
    expect(await isDone(started)).toBe(false);
    fake.lead(1, 2525);
    expect(await started).toBe(2525);
    expect(fake.leaders()).toEqual([1]);
  });

  it("ends with the reason why the leader cannot take emails", async () => {
    const started = fake.supervisor.start();
    fake.listen(0);
    fake.at(0).says({ kind: "failed", reason: "Port 2525 is in use." });
    fake.at(0).ends("exit code 1");
    await expect(started).rejects.toThrow("Port 2525 is in use.");
  });

  it("ends with the reason that a worker gives, and tries no other", async () => {
    const started = fake.supervisor.start();
    fake.at(0).says({ kind: "failed", reason: "Port 2525 is in use." });
    fake.at(0).ends("exit code 1");
    await expect(started).rejects.toMatchObject({ name: "CommandError", message: "Port 2525 is in use." });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.forked).toHaveLength(3);
  });

  it("ends with how it died, if that is all there is", async () => {
    const started = fake.supervisor.start();
    fake.at(1).ends("SIGKILL");
    await expect(started).rejects.toThrow("A worker process ended before it could answer (SIGKILL).");
  });
});

describe("a worker that dies", () => {
  it("is replaced, and another that lives leads at once if it did", async () => {
    await fake.begin();
    fake.at(0).ends("SIGSEGV");
    expect(fake.leaders()).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.forked).toHaveLength(4);
    fake.at(2).ends("exit code 1");
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.forked).toHaveLength(5);
    expect(fake.leaders()).toEqual([0, 1]);
  });

  it("is replaced by one that leads where nobody else could", async () => {
    fake = new FakeTeam(1);
    const started = fake.supervisor.start();
    fake.listen(0);
    fake.lead(0);
    await started;
    fake.at(0).ends("SIGSEGV");
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.leaders()).toEqual([0]);
    fake.listen(1);
    expect(fake.leaders()).toEqual([0, 1]);
  });

  it("is replaced later and later while it dies at once, and at once again after a minute's work", async () => {
    expect([1, 2, 3, 4, 10].map(pauseAfter)).toEqual([0, 1000, 2000, 4000, 30_000]);
    await fake.begin();
    for (const pauseMs of [0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = fake.forked.length;
      fake.at(before === 3 ? 0 : -1).ends("exit code 1");
      await fake.live(Math.max(0, pauseMs / 1_000 - 1));
      if (pauseMs > 0) await vi.advanceTimersByTimeAsync(999);
      expect(fake.forked.length).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(fake.forked.length).toBe(before + 1);
      fake.listen(-1);
    }
    await fake.live(60);
    fake.at(-1).ends("exit code 1");
    const before = fake.forked.length;
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.forked.length).toBe(before + 1);
  });

  it("and whose replacements never listen ends the server, with the last one's reason", async () => {
    await fake.begin();
    fake.at(2).ends("SIGKILL");
    for (let attempt = 1; attempt <= 5; attempt++) {
      await fake.live(60);
      expect(fake.forked).toHaveLength(3 + attempt);
      fake.at(-1).says({ kind: "failed", reason: `The disk is full (${attempt}).` });
      fake.at(-1).ends("exit code 1");
    }
    await expect(fake.supervisor.broken).rejects.toMatchObject({
      name: "CommandError",
      message: "The disk is full (5).",
    });
    await fake.live(60);
    expect(fake.forked).toHaveLength(8);
  });
});

describe("what a worker tells", () => {
  it("is for the leader alone, where there may be work", async () => {
    await fake.begin();
    fake.at(1).says({ kind: "wake", job: "dispatch", inMs: 0, cell: 1 });
    expect(fake.told("wake")).toEqual([1, 0, 0]);
    expect(fake.at(0).told.at(-1)).toEqual({ kind: "wake", job: "dispatch", inMs: 0, cell: 1 });
  });

  it("is for all others, where callers are to be read again", async () => {
    await fake.begin();
    fake.at(1).says({ kind: "invalidate-callers" });
    expect(fake.told("invalidate-callers")).toEqual([1, 0, 1]);
  });

  it("is for the next leader where the first is gone", async () => {
    await fake.begin();
    fake.at(0).ends("SIGKILL");
    fake.at(2).says({ kind: "wake", job: "dispatch", inMs: 0, cell: 1 });
    expect(fake.told("wake")).toEqual([0, 1, 0]);
  });
});

describe("the process of the pages", () => {
  const pages = (index: number) => fake.pages.at(index) as FakeWorker;

  it("neither leads nor takes connections", async () => {
    await fake.begin();
    for (const index of [0, 1, 2]) fake.at(index).ends("SIGKILL");
    fake.connect();
    expect(pages(0).told.filter(({ kind }) => kind === "lead")).toEqual([]);
    expect(pages(0).given).toEqual([]);
  });

  it("is what a start waits for", async () => {
    const started = fake.supervisor.start();
    pages(0).says({ kind: "failed", reason: "Next cannot be loaded." });
    pages(0).ends("exit code 1");
    await expect(started).rejects.toThrow("Next cannot be loaded.");
  });

  it("is told to load Next once all workers answer, and so is each that takes its place", async () => {
    const loads = (index: number) => pages(index).told.filter(({ kind }) => kind === "load-pages").length;
    const started = fake.supervisor.start();
    await Promise.resolve();
    for (const index of [0, 1, 2]) fake.listen(index);
    expect(loads(0)).toBe(0);
    fake.lead(0);
    await started;
    expect(loads(0)).toBe(1);
    pages(0).says({ kind: "pages-loaded" });
    pages(0).ends("SIGKILL");
    await fake.live(1);
    expect([loads(0), loads(1)]).toEqual([1, 1]);
  });

  it("ends the server where the first cannot load Next", async () => {
    await fake.begin();
    pages(0).says({ kind: "failed", reason: "There is no build." });
    pages(0).ends("exit code 1");
    await expect(fake.supervisor.broken).rejects.toThrow("There is no build.");
  });

  it("is replaced where it was killed before it had loaded Next, and loads it then", async () => {
    await fake.begin();
    pages(0).ends("SIGKILL");
    await fake.live(1);
    expect(fake.pages).toHaveLength(2);
    expect(pages(1).told).toContainEqual({ kind: "load-pages" });
    expect(await isDone(fake.supervisor.broken.catch(() => {}))).toBe(false);
  });

  it("ends the server where it dies again and again before it has loaded Next", async () => {
    await fake.begin();
    for (let death = 1; death < 5; death++) {
      pages(-1).ends("SIGSEGV");
      await fake.live(10);
      expect(fake.pages).toHaveLength(1 + death);
    }
    pages(-1).ends("SIGSEGV");
    await expect(fake.supervisor.broken).rejects.toMatchObject({
      name: "CommandError",
      message: "The process of the pages ended before it could answer (SIGSEGV).",
    });
  });

  it("is replaced however often it dies, while the workers go on", async () => {
    await fake.begin();
    pages(0).says({ kind: "pages-loaded" });
    for (let death = 0; death < 8; death++) {
      pages(-1).ends("SIGSEGV");
      await fake.live(60);
    }
    expect(fake.pages).toHaveLength(9);
    expect(await isDone(fake.supervisor.broken.catch(() => {}))).toBe(false);
    expect(fake.forked).toHaveLength(3);
  });

  it("is told what workers have seen, and tells them", async () => {
    await fake.begin();
    fake.at(1).says({ kind: "unknown-proxy" });
    expect(pages(0).told).toContainEqual({ kind: "unknown-proxy" });
    pages(0).says({ kind: "invalidate-callers" });
    expect(fake.told("invalidate-callers")).toEqual([1, 1, 1]);
    pages(0).says({ kind: "wake", job: "dispatch", inMs: 0, cell: 1 });
    expect(fake.told("wake")).toEqual([1, 0, 0]);
  });

  it("ends after the workers, which still pass requests on to it", async () => {
    await fake.begin();
    const stopped = fake.supervisor.stop();
    for (const index of [0, 1]) fake.at(index).ends("exit code 0");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pages(0).told.filter(({ kind }) => kind === "stop")).toEqual([]);
    fake.at(2).ends("exit code 0");
    await stopped;
    expect(pages(0).hasEnded).toBe(true);
    expect(fake.pages).toHaveLength(1);
  });
});

describe("stopping", () => {
  it("tells every worker, waits for the last, and replaces none", async () => {
    await fake.begin();
    const stopped = fake.supervisor.stop();
    expect(fake.told("stop")).toEqual([1, 1, 1]);
    fake.at(0).ends("exit code 0");
    fake.at(1).ends("exit code 0");
    expect(await isDone(stopped)).toBe(false);
    fake.at(2).ends("exit code 0");
    await stopped;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.forked).toHaveLength(3);
  });

  it("does not wait for a replacement that has not begun", async () => {
    await fake.begin();
    fake.at(0).ends("exit code 1");
    const stopped = fake.supervisor.stop();
    fake.at(1).ends("exit code 0");
    fake.at(2).ends("exit code 0");
    await stopped;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.forked).toHaveLength(3);
  });

  it("kills who does not end", async () => {
    await fake.begin();
    const stopped = fake.supervisor.stop();
    await fake.live(75);
    await stopped;
    expect(fake.forked.map(({ killed }) => killed)).toEqual([true, true, true]);
  });
});

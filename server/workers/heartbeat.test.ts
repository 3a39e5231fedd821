import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeTeam } from "@/tests/support/server/fake-workers";

let fake: FakeTeam;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  fake = new FakeTeam(3);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a worker that hangs", () => {
  it("is killed after fifteen seconds without a word, and replaced; the leader's role passes on", async () => {
    await fake.begin();
    await fake.live(14, 0);
    expect([fake.at(0).killed, fake.leaders()]).toEqual([false, [0]]);
    await fake.live(1, 0);
    expect([fake.at(0).killed, fake.leaders()]).toEqual([true, [0, 1]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(fake.forked).toHaveLength(4);
  });

  it("is left alone when it speaks in time", async () => {
    await fake.begin();
    for (let round = 0; round < 5; round++) {
      await fake.live(14, 0);
      fake.at(0).says({ kind: "heartbeat" });
    }
    expect([fake.at(0).killed, fake.forked.length, fake.leaders()]).toEqual([false, 3, [0]]);
  });

  it("may take two minutes to start, and no longer", async () => {
    await fake.begin();
    fake.at(2).ends("SIGKILL");
    await vi.advanceTimersByTimeAsync(0);
    await fake.live(119, 3);
    expect(fake.at(3).killed).toBe(false);
    await fake.live(1, 3);
    expect(fake.at(3).killed).toBe(true);
  });

  it("has not started before it has been heard of for a while, and may be silent as long", async () => {
    await fake.begin();
    fake.at(2).ends("SIGKILL");
    await vi.advanceTimersByTimeAsync(0);
    fake.listen(3);
    await fake.live(4);
    await fake.live(119, 3);
    expect(fake.at(3).killed).toBe(false);
    fake.at(3).says({ kind: "heartbeat" });
    await fake.live(15, 3);
    expect(fake.at(3).killed).toBe(true);
  });

  it("is given no connection after three seconds, and again when it speaks", async () => {
    await fake.begin();
    await fake.live(4, 0, 1);
    fake.connect();
    fake.connect();
    expect(fake.given()).toEqual([0, 0, 1]);
    fake.at(0).says({ kind: "heartbeat" });
    expect(fake.given()).toEqual([1, 0, 1]);
  });

  it("leaves the connection that it did not take to the next", async () => {
    await fake.begin();
    fake.connect();
    const [connection] = fake.at(0).given;
    await fake.live(15, 0);
    expect(fake.at(0).killed).toBe(true);
    expect(fake.at(1).given).toEqual([connection]);
  });
});

describe("a worker without a free descriptor", () => {
  it("leaves the connection that it missed to the next, and is given one again a heartbeat later", async () => {
    await fake.begin();
    fake.connect();
    const [connection] = fake.at(0).given;
    fake.at(0).says({ kind: "missed" });
    expect(fake.at(1).given).toEqual([connection]);
    for (const _ of [1, 2]) fake.connect();
    expect(fake.given()).toEqual([1, 1, 1]);
    fake.at(0).says({ kind: "heartbeat" });
    expect(fake.given()).toEqual([2, 1, 1]);
  });
});

describe("a worker that wants to leave", () => {
  it("gets nothing more to do, and is replaced when it has ended", async () => {
    await fake.begin();
    fake.at(0).says({ kind: "leaving" });
    expect(fake.leaders()).toEqual([0, 1]);
    fake.connect();
    expect(fake.at(0).given).toEqual([]);
    fake.at(0).ends("exit code 1");
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.forked).toHaveLength(4);
  });

  it("because all were signalled is neither ended before the others nor replaced", async () => {
    await fake.begin();
    for (const index of [0, 1, 2]) fake.at(index).says({ kind: "signalled" });
    fake.supervisor.announceStop();
    await fake.live(2);
    expect(fake.told("stop")).toEqual([0, 0, 0]);
    fake.at(1).ends("exit code 0");
    await fake.live(2);
    expect(fake.forked).toHaveLength(3);
  });

  it("because it was signalled alone is told to stop; with all others it is told once", async () => {
    await fake.begin();
    fake.at(0).says({ kind: "signalled" });
    await vi.advanceTimersByTimeAsync(500);
    expect(fake.told("stop")).toEqual([1, 0, 0]);
    fake.at(1).says({ kind: "signalled" });
    void fake.supervisor.stop();
    await vi.advanceTimersByTimeAsync(500);
    expect(fake.told("stop").slice(1)).toEqual([1, 1]);
  });
});

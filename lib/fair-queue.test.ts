import { describe, expect, it } from "vitest";
import { FairQueue, type FairQueueLimits, type QueueFullError } from "@/lib/fair-queue";

const LIMITS: FairQueueLimits = {
  slots: 4,
  slotsEach: 2,
  maxWaiting: 100,
  maxWaitingEach: 100,
  maxWaitMs: 60_000,
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Returns whether a promise has settled after all ready work has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol();
  return (await Promise.race([promise.catch(() => undefined), turn().then(() => open)])) !== open;
}

/** Returns the outcome for a caller: done, or refused by its own doing or by others'. */
const told = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: QueueFullError) => (error.isOwnDoing ? "own doing" : "others' doing"),
  );

/** Returns a queue whose work ends on the test's command, and the order in which its work began. */
function held(limits: Partial<FairQueueLimits>) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, first = false) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((end) => ends.push(end));
    };
    return told(queue.run(name, work, { first }));
  };
  const finish = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await turn();
    }
  };
  return { add, finish, begun };
}

describe("a fair queue", () => {
  it("serves names in turns, and whoever goes first before them", async () => {
    const { add, finish, begun } = held({ slots: 1, slotsEach: 1 });
    const all = Array.from({ length: 5 }, () => add("flood"));
    all.push(add("one"), add("two"), add("two"), add("friend", true));
    await turn();
    await finish();
    expect(begun).toEqual(["flood", "friend", "flood", "one", "two", "flood", "two", "flood", "flood"]);
    expect(new Set(await Promise.all(all))).toEqual(new Set(["done"]));
  });

  it("lets no name have more slots than its own, though others are free", async () => {
    const { add, finish, begun } = held({});
    for (let index = 0; index < 6; index++) void add("one");
    void add("two");
    await turn();
    expect(begun).toEqual(["one", "one", "two"]);
    await finish();
    expect(begun).toHaveLength(7);
  });

  it("has room for a share of each name that waits", async () => {
    const { add, finish } = held({ slots: 1, slotsEach: 1, maxWaiting: 4 });
    const flood = Array.from({ length: 7 }, () => add("flood"));
    const [one, friend] = [add("one"), add("friend", true)];
    await turn();
    await finish();
    expect(await Promise.all(flood)).toEqual([...Array(5).fill("done"), ...Array(2).fill("own doing")]);
    expect([await one, await friend]).toEqual(["done", "done"]);
  });

  it("bounds what one name has waiting, and what all have", async () => {
    const { add, finish } = held({ slots: 2, slotsEach: 1, maxWaiting: 3, maxWaitingEach: 2 });
    const own = Array.from({ length: 4 }, () => add("one"));
    expect(await own[3]).toBe("own doing");
    const others = ["a", "b", "c", "d"].map((name) => add(name));
    // One runs. Two find a place beside the one that already waits.
    expect(await others[3]).toBe("others' doing");
    await finish();
    expect(await Promise.all([...own.slice(0, 3), ...others.slice(0, 3)])).toEqual(Array(6).fill("done"));
  });

  it("refuses whoever waits too long, and keeps no place for it", async () => {
    const queue = new FairQueue({ ...LIMITS, slots: 1, slotsEach: 1, maxWaitMs: 20 });
    const release = await queue.acquire("one");
    expect(await told(queue.acquire("one"))).toBe("own doing");
    expect(await told(queue.acquire("two"))).toBe("others' doing");
    release();
    await queue.acquire("two");
  });

  it("drops whoever does not want its slot any more", async () => {
    const queue = new FairQueue({ ...LIMITS, slots: 1, slotsEach: 1 });
    const release = await queue.acquire("one");
    const gone = new AbortController();
    const waiting = queue.acquire("two", { signal: gone.signal });
    gone.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    await expect(queue.acquire("two", { signal: gone.signal })).rejects.toThrow("gone");
    release();
    await queue.acquire("three");
  });

  it("leaves others their places when somebody goes who has just been served", async () => {
    const queue = new FairQueue({ ...LIMITS, slots: 1, slotsEach: 1 });
    const release = await queue.acquire("one");
    const gone = new AbortController();
    const served = queue.acquire("two", { signal: gone.signal });
    const next = queue.acquire("two");
    release();
    gone.abort();
    (await served)();
    await next;
  });

  it("takes a slot back once", async () => {
    const queue = new FairQueue({ ...LIMITS, slots: 2 });
    const [first] = [await queue.acquire("one"), await queue.acquire("one")];
    const [third, fourth] = [queue.acquire("one"), queue.acquire("one")];
    first?.();
    first?.();
    expect(await isSettled(third)).toBe(true);
    expect(await isSettled(fourth)).toBe(false);
  });

  it("goes on after work that fails", async () => {
    const queue = new FairQueue({ ...LIMITS, slots: 1 });
    await expect(queue.run("one", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run("one", async () => 7)).toBe(7);
  });
});

describe("a queue", () => {
  it("is shared while another name has a slot or waits for one", async () => {
    const queue = new FairQueue({ ...LIMITS, slots: 1 });
    expect(queue.isShared("a")).toBe(false);
    const release = await queue.acquire("a");
    expect([queue.isShared("a"), queue.isShared("b")]).toEqual([false, true]);
    const waiting = queue.acquire("b");
    expect(queue.isShared("a")).toBe(true);
    release();
    (await waiting)();
    expect([queue.isShared("a"), queue.isShared("b")]).toEqual([false, false]);
  });
});

import { describe, expect, it } from "vitest";
import { SharedReads } from "@/lib/http/body/shared-reads";

/** Creates a place that reads wait for, one after the other. Each waits until the test begins it. */
function places() {
  const waiting: { begin: () => void; refuse: (why: Error) => void }[] = [];
  const wait = <Result>(read: () => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ begin: () => read().then(resolve, reject), refuse: reject });
    });
  return { wait, waiting };
}

describe("SharedReads", () => {
  it("reads once for all who ask before it begins, and again for who asks later", async () => {
    const { wait, waiting } = places();
    const shared = new SharedReads();
    let written = 1;
    let reads = 0;
    const read = async () => {
      reads++;
      return written;
    };
    const ask = (asked = "a list") => shared.read(asked, wait, read);
    const early = [ask(), ask(), ask()];
    const other = ask("another list");
    expect(waiting).toHaveLength(2);
    waiting[0]?.begin();
    written = 2;
    const late = [ask(), ask()];
    expect(waiting).toHaveLength(3);
    for (const { begin } of waiting.slice(1)) begin();
    expect(await Promise.all(early)).toEqual([1, 1, 1]);
    expect(await Promise.all([other, ...late])).toEqual([2, 2, 2]);
    expect(reads).toBe(3);
  });

  it("reads as who asked last would, for whom it is the latest", async () => {
    const { wait, waiting } = places();
    const shared = new SharedReads();
    const ask = (now: number) => shared.read("a list", wait, async () => now);
    const asked = [ask(1), ask(2), ask(3)];
    waiting[0]?.begin();
    expect(await Promise.all(asked)).toEqual([3, 3, 3]);
  });

  it("tells all who share it of an error, and of a place that was not found, and then begins anew", async () => {
    const { wait, waiting } = places();
    const shared = new SharedReads();
    const fail = () => shared.read("a list", wait, () => Promise.reject(new Error("no list")));
    const failed = [fail(), fail()].map((result) => result.catch((error: Error) => error.message));
    waiting[0]?.begin();
    expect(await Promise.all(failed)).toEqual(["no list", "no list"]);
    const refused = [fail(), fail()].map((result) => result.catch((error: Error) => error.message));
    waiting[1]?.refuse(new Error("no place"));
    expect(await Promise.all(refused)).toEqual(["no place", "no place"]);
    const again = shared.read("a list", wait, async () => "read");
    waiting[2]?.begin();
    expect(await again).toBe("read");
  });

  it("is shared by a bounded number", async () => {
    const { wait, waiting } = places();
    const shared = new SharedReads();
    const ask = () => shared.read("a list", wait, async () => "read");
    const asked = Array.from({ length: 2_000 }, ask);
    await expect(ask()).rejects.toThrow("full");
    waiting[0]?.begin();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["read"]));
  });
});

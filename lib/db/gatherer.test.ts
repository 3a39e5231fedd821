import { expect, it } from "vitest";
import { Gatherer } from "@/lib/db/gatherer";

/**
 * Returns a gatherer in order whose batches end on the test's command, and the batches that it has begun to write.
 */
function slow() {
  const begun: number[][] = [];
  const ends: (() => void)[] = [];
  const gatherer = new Gatherer<number>({
    ms: 60_000,
    isEnough: (items) => items >= 2,
    inOrder: true,
    write: (items) => {
      begun.push([...items]);
      return new Promise((resolve, reject) => {
        ends.push(() => (items.includes(0) ? reject(new Error("not written")) : resolve()));
      });
    },
  });
  return { gatherer, begun, ends };
}

it("writes a batch once the one before has ended, with all that came meanwhile", async () => {
  const { gatherer, begun, ends } = slow();
  const first = gatherer.add([1, 2]);
  const second = gatherer.add([3, 4]);
  const third = gatherer.add([5]);
  expect(begun).toEqual([[1, 2]]);
  ends[0]?.();
  await first;
  expect(begun).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  ends[1]?.();
  await Promise.all([second, third]);
});

it("goes on behind a batch that failed, which fails its own entries alone", async () => {
  const { gatherer, begun, ends } = slow();
  const failing = gatherer.add([0, 1]);
  const next = gatherer.add([2, 3]);
  ends[0]?.();
  await expect(failing).rejects.toThrow("not written");
  expect(begun).toHaveLength(2);
  ends[1]?.();
  await expect(next).resolves.toBeUndefined();
});

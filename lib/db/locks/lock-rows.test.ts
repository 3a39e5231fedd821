import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type LockKind, lockSlots, SLOTS, slotOf } from "@/lib/db/locks/lock-rows";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";

useTestDatabase();

const KINDS: readonly LockKind[] = ["directory", "domain_decisions", "inbound_parts", "auto_replies"];

it.each(KINDS)("%s has every slot", async (kind) => {
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
  await db().transaction((tx) => lockSlots(tx, kind, slots));
});

it("is one transaction's at a time, and another slot or kind waits for nobody", async () => {
  const order: string[] = [];
  let second: Promise<void> | undefined;
  await db().transaction(async (tx) => {
    await lockSlots(tx, "inbound_parts", [7, 3]);
    second = db().transaction(async (other) => {
      await lockSlots(other, "inbound_parts", [3]);
      order.push("second");
    });
    await someoneWaits();
    await db().transaction((other) => lockSlots(other, "inbound_parts", [4]));
    await db().transaction((other) => lockSlots(other, "auto_replies", [3]));
    order.push("first");
  });
  await second;
  expect(order).toEqual(["first", "second"]);
});

it("never leaves two that ask for the same slots in another order waiting for each other", async () => {
  const slots = Array.from({ length: 40 }, (_, slot) => slot);
  const lock = (asked: readonly number[]) => db().transaction((tx) => lockSlots(tx, "auto_replies", asked));
  const all = Array.from({ length: 20 }, (_, turn) => lock(turn % 2 === 0 ? slots : slots.toReversed()));
  await expect(Promise.all(all)).resolves.toHaveLength(20);
});

it("is an error where a slot is not there: nothing would be locked", async () => {
  await expect(db().transaction((tx) => lockSlots(tx, "auto_replies", [SLOTS]))).rejects.toThrow("0 of 1");
});

it("has a slot for each name", () => {
  const slots = Array.from({ length: 4_000 }, (_, number) => slotOf(`64211${number}`));
  expect(new Set(slots).size).toBe(SLOTS);
  expect(slotOf("64211234567")).toBe(slotOf("64211234567"));
});

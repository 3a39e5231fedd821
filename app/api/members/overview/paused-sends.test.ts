import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Overview } from "@/lib/contracts/members/overview";
import { useTestDatabase } from "@/tests/support/database/database";
import { setStatus } from "@/tests/support/database/message-status";
import { ask } from "@/tests/support/member";
import { cancel, HOUR_MS, NOW, pause, plus, queued, resume, rich, sendOf } from "@/tests/support/pauses";
import type { TestAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET } = handlersOf("/api/members/overview");

useTestDatabase();
afterEach(() => void vi.useRealTimers());

/** The day on which sends are accepted and paused, and the day on which they are resumed. */
const DAY = "2026-11-21";
const NEXT_DAY = "2026-11-22";
const TOMORROW = plus(NOW, 24 * HOUR_MS);
const NOTHING = { sent: 0, delivered: 0, failed: 0, waiting: 0 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: TOMORROW }));

async function daysOf(account: TestAccount) {
  const { body } = await ask<Overview>(GET, account, {});
  const of = (wanted: string) => {
    const { day: _, ...outcomes } = body.days.find(({ day }) => day === wanted) ?? { day: "" };
    return outcomes;
  };
  return { [DAY]: of(DAY), [NEXT_DAY]: of(NEXT_DAY), rate: body.deliveryRate };
}

it("counts what is paused as waiting on the day on which it was accepted, though its money went back", async () => {
  const account = await rich();
  const [delivered] = await sentAndSettled(account, ["DELIVRD"]);
  expect(delivered).toBeDefined();
  await pause(account, await sendOf(account, 3));
  expect(await daysOf(account)).toEqual({
    [DAY]: { sent: 4, delivered: 1, failed: 0, waiting: 3 },
    [NEXT_DAY]: NOTHING,
    rate: 1,
  });
});

it("counts what is resumed on the day on which it was accepted, though it is charged on another", async () => {
  const account = await rich();
  const id = await sendOf(account, 3);
  await pause(account, id);
  expect(await resume(account, id, TOMORROW)).toBe(3);
  expect(await daysOf(account)).toEqual({
    [DAY]: { sent: 3, delivered: 0, failed: 0, waiting: 3 },
    [NEXT_DAY]: NOTHING,
    rate: null,
  });
  const [first, second] = await queued(account);
  await setStatus(first?.messageId ?? "", "DELIVRD", TOMORROW);
  await setStatus(second?.messageId ?? "", "FAILED", TOMORROW);
  expect(await daysOf(account)).toEqual({
    [DAY]: { sent: 3, delivered: 1, failed: 1, waiting: 1 },
    [NEXT_DAY]: NOTHING,
    rate: 0.5,
  });
  await pause(account, id, TOMORROW);
  await cancel(account, id, TOMORROW);
  expect(await daysOf(account)).toMatchObject({ [DAY]: { sent: 2, delivered: 1, failed: 1, waiting: 0 } });
});

/** Inserts messages outside of the paused send. */
async function sentAndSettled(account: TestAccount, statuses: readonly ("DELIVRD" | "FAILED")[]) {
  await sendOf(account, statuses.length);
  const rows = await queued(account);
  for (const [place, status] of statuses.entries())
    await setStatus(rows[place]?.messageId ?? "", status, NOW);
  return rows;
}

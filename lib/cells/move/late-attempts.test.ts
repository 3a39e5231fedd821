import { expect, it } from "vitest";
import { readMoved } from "@/lib/db/cells/moved";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";
import { webhookReceivers } from "@/tests/support/webhooks/webhook-receivers";

useTestCells();

/** Creates an account at home with an event that is due: a blocked message has its report at once. */
async function accountWithEvent(): Promise<number> {
  const { accountId } = await testAccount();
  await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/hook" }, new Date());
  await addEvent(accountId);
  return accountId;
}

async function addEvent(accountId: number): Promise<void> {
  const items = [testItem({ invalidNumber: true })];
  await accept(db(), [testSubmission(accountId, { items })], new Date(), () => "");
}

const statesOf = async (cell: number, accountId: number) =>
  (await openCell(cell).prisma.webhookDelivery.findMany({ where: { accountId } })).map(({ state }) => state);

it("attempts of an account that has moved to a cell which is away hold up nobody else's", async () => {
  const [moving, other] = [await accountWithEvent(), await accountWithEvent()];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { posts, pump: open } = webhookReceivers(async () => {
    await answered;
    return { ok: true, statusCode: 200 };
  });
  const pump = open();
  await pump.tick(new Date());
  expect(posts).toHaveLength(2);
  await moveAccount(moving, 2);
  await readMoved(db());
  answer();
  await new Promise(setImmediate);
  await whileCell(2, "is away", async () => {
    await pump.tick(new Date());
    expect(pump.isIdle).toBe(true);
    expect(await statesOf(1, other)).toEqual(["delivered"]);
    await addEvent(other);
    await pump.tick(new Date());
    expect(posts).toHaveLength(3);
  });
  // The event is due again when its lease ends.
  expect(await statesOf(2, moving)).toEqual(["pending"]);
});

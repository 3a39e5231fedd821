import { expect, it } from "vitest";
import { listMovements } from "@/lib/billing/statements/list-movements";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { HOUR_MS, NOW, pause, plus, resume, rich, sendOf } from "@/tests/support/pauses";

useTestDatabase();

it("names the message of each charge, also of one that was given back before the message was resumed", async () => {
  const account = await rich();
  const id = await sendOf(account, 1);
  await pause(account, id, plus(NOW, HOUR_MS));
  await resume(account, id, plus(NOW, 2 * HOUR_MS));
  const { movements } = await listMovements(db(), { accountId: account.accountId, page: 1, limit: 10 });
  expect(
    movements.filter(({ kind }) => kind !== "topup").map(({ kind, messageId }) => [kind, messageId]),
  ).toEqual([
    ["deduction", id],
    ["reversal", id],
    ["deduction", id],
  ]);
});

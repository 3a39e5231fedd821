import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { cancelLeft, cancelSend } from "@/lib/messages/cancel/cancel-send";
import { CANCEL_BATCH } from "@/lib/messages/cancel/cancel-waiting";
import { pauseLeft } from "@/lib/messages/pause/pause-send";
import { listSends } from "@/lib/messages/sends/list-sends";
import { useTestDatabase } from "@/tests/support/database/database";
import { killed, NOW, pause, rich, sendOf } from "@/tests/support/pauses";

useTestDatabase();

it("costs nothing once it was paused, also while a cancellation has come to a part of it", async () => {
  const account = await rich();
  const { accountId } = account;
  const id = await sendOf(account, CANCEL_BATCH + 3);
  await pause(account, id);
  await pauseLeft(db(), NOW);
  const read = async () => {
    const { sends } = await listSends(db(), accountId, { limit: 10 });
    return sends.map(({ price, cancelled }) => [price, cancelled]);
  };
  expect(await read()).toEqual([["0.00", 0]]);
  await killed((tx) => cancelSend(tx, accountId, id, NOW));
  expect(await read()).toEqual([["0.00", CANCEL_BATCH]]);
  await cancelLeft(db(), NOW);
  expect(await read()).toEqual([["0.00", CANCEL_BATCH + 3]]);
});

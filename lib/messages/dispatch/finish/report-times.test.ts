import { beforeEach, describe, expect, it, test } from "vitest";
import type { CarrierReport } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { report } from "@/lib/messages/dispatch/report";
import { accepted, carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");

const carrier = carrierNamed("test", 100, async (batch) => batch.map(({ id }) => accepted(id, id)));

/** Submits a message, and returns its reference and a function that reads its status. */
async function submitted() {
  const { accountId } = await testAccount();
  const item = testItem();
  await accept(db(), [testSubmission(accountId, { items: [item] })], NOW, () => "");
  await dispatch(db(), carrier, NOW, BY_DAY);
  const status = async () => {
    const [now] = await messagesOf(accountId);
    return [now?.status, now?.statusCode, now?.statusAt?.getTime()];
  };
  return { reference: item.id, status };
}

const give = (...reports: CarrierReport[]) => report(db(), "test", reports, new Date());

describe("the time of a report", () => {
  const told = (reference: string, code: number, reportedAt: string, receivedAt: string): CarrierReport => ({
    reference,
    key: `${code} ${reportedAt}`,
    code,
    reportedAt: new Date(reportedAt),
    receivedAt: new Date(receivedAt),
  });
  const minutes = (time: string) => `2026-11-20T23:${time}Z`;

  test.each([
    [
      "before the hand-over is that of its arrival",
      "2026-11-20T22:59:00Z",
      minutes("03:20.5"),
      minutes("03:20.5"),
    ],
    [
      "long before the hand-over is that of its arrival",
      "2026-11-20T10:03:00Z",
      minutes("03:20"),
      minutes("03:20"),
    ],
    [
      "that came before the hand-over is that of the hand-over",
      "2026-11-20T10:03:00Z",
      "2026-11-20T22:00:00Z",
      minutes("00:00"),
    ],
    ["after the hand-over stands", minutes("02:00"), minutes("03:20"), minutes("02:00")],
  ])("%s", async (_, reportedAt, receivedAt, stands) => {
    const { reference, status } = await submitted();
    await give(told(reference, 1, reportedAt, receivedAt));
    expect(await status()).toEqual(["DELIVRD", 1, new Date(stands).getTime()]);
  });

  test.each([
    ["of the same minute", minutes("03:00"), minutes("03:00"), minutes("03:00")],
    ["of its minute, behind one of a second", minutes("03:20"), minutes("03:00"), minutes("03:20")],
    ["of a second, behind one of its minute", minutes("03:00"), minutes("03:20"), minutes("03:20")],
    ["of a second, behind one of its thousandths", minutes("03:20.7"), minutes("03:20"), minutes("03:20.7")],
  ])("%s does not make it older than one that came before", async (_, first, second, stands) => {
    const { reference, status } = await submitted();
    await give(told(reference, 8, first, minutes("04:00")));
    await give(told(reference, 4, second, minutes("04:01")));
    expect(await status()).toEqual(["QUEUED", 4, new Date(stands).getTime()]);
  });

  it("that is certainly older moves no time back, at any arrival", async () => {
    const { reference, status } = await submitted();
    await give(told(reference, 8, minutes("03:20"), minutes("04:00")));
    await give(told(reference, 4, minutes("02:00"), minutes("04:01")));
    await give(told(reference, 4, minutes("03:19"), minutes("04:02")));
    expect(await status()).toEqual(["ACCEPTD", 8, new Date(minutes("03:20")).getTime()]);
  });

  it("is the webhook's time, and never before a reported one", async () => {
    const { accountId } = await testAccount();
    await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/hook" }, NOW);
    const item = testItem();
    await accept(db(), [testSubmission(accountId, { items: [item] })], NOW, () => "");
    await dispatch(db(), carrier, NOW, BY_DAY);
    await give(told(item.id, 8, minutes("03:20.5"), minutes("03:20.5")));
    await give(told(item.id, 1, minutes("03:00"), minutes("03:21")));
    const deliveries = await db().prisma.webhookDelivery.findMany({
      where: { accountId },
      orderBy: { id: "asc" },
    });
    const bodies = deliveries.map(({ body }) => JSON.parse(body) as { status: string; timestamp: number });
    const at = Math.floor(new Date(minutes("03:20")).getTime() / 1_000);
    expect(bodies.map(({ status, timestamp }) => [status, timestamp])).toEqual([
      ["ACCEPTD", at],
      ["DELIVRD", at],
    ]);
  });
});

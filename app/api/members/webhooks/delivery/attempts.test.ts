import { expect, it } from "vitest";
import { POST as resend } from "@/app/api/members/webhooks/delivery/resend/route";
import { GET as read } from "@/app/api/members/webhooks/delivery/route";
import { ATTEMPTS_KEPT, type DeliveryDetails, readDelivery } from "@/lib/contracts/members/webhooks";
import { db } from "@/lib/db/client";
import { WebhookPump } from "@/lib/webhooks/delivery/pump";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { listen } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { event } from "@/tests/support/webhooks/webhook-event";
import "@/tests/support/server/send";

useTestDatabase();

/** Makes every attempt that is due at an instant; the receiver answers with a code. */
async function attempt(at: Date, statusCode: number): Promise<void> {
  const nothing = { gone: false, timedOut: false, responseBody: null, retryAfterMs: null, error: null };
  const post = async () => ({ ...nothing, ok: statusCode < 300, statusCode, durationMs: 5 });
  const client = { post, close: async () => {} };
  const pump = new WebhookPump(db(), { client, authSecret: TEST_SECRET, random: () => 0 });
  do {
    await pump.tick(at);
    await new Promise(setImmediate);
  } while (!pump.isIdle);
}

async function detailsOf(account: TestAccount, id: string): Promise<DeliveryDetails> {
  const { body } = await ask<DeliveryDetails>(read, account, { query: { id } });
  expect(body).toEqual(readDelivery.response.parse(body));
  return body;
}

it("keeps what came of each attempt, and goes on counting when it is sent again", async () => {
  const account = await testAccount();
  await listen(account.accountId);
  const begun = Date.now();
  const at = (seconds: number) => new Date(begun + seconds * 1_000);
  const id = await event(account.accountId, { dueAt: at(0) });
  expect(await detailsOf(account, id)).toMatchObject({ attempts: 0, ended: 0, earlier: [] });
  await attempt(at(0), 500);
  expect(await detailsOf(account, id)).toMatchObject({
    attempts: 1,
    ended: 1,
    responseCode: 500,
    earlier: [],
  });
  await attempt(at(10), 503);
  const failed = await detailsOf(account, id);
  expect(failed).toMatchObject({ attempts: 2, mostAttempts: 10, ended: 2, responseCode: 503 });
  expect(failed.earlier).toMatchObject([{ responseCode: 500, error: null, durationMs: 5 }]);

  expect(await ask(resend, account, { json: { id } })).toMatchObject({ status: 200 });
  expect(await detailsOf(account, id)).toMatchObject({ attempts: 2, mostAttempts: 12, ended: 2 });
  await attempt(at(20), 204);
  const arrived = await detailsOf(account, id);
  expect(arrived).toMatchObject({
    state: "delivered",
    attempts: 3,
    mostAttempts: 12,
    ended: 3,
    responseCode: 204,
  });
  expect(arrived.earlier.map(({ responseCode }) => responseCode)).toEqual([503, 500]);
});

itByHandlers(
  "keeps the latest attempts where there are many, counts all, and drops them with the delivery",
  async () => {
    const account = await testAccount();
    await listen(account.accountId);
    const begun = Date.now();
    const id = await event(account.accountId, { dueAt: new Date(begun) });
    const made = ATTEMPTS_KEPT + 4;
    for (let number = 0; number < made; number++) {
      const at = new Date(begun + number * 60_000);
      await db().prisma.webhookDelivery.update({ where: { id }, data: { dueAt: at, attempts: 0 } });
      await attempt(at, 500 + number);
    }
    const { earlier, ended, responseCode } = await detailsOf(account, id);
    expect(ended).toBe(made);
    expect(responseCode).toBe(500 + made - 1);
    expect(earlier.map((kept) => kept.responseCode)).toEqual(
      Array.from({ length: ATTEMPTS_KEPT }, (_, place) => 500 + made - 2 - place),
    );
    expect(await db().prisma.webhookAttempt.count({ where: { deliveryId: id } })).toBe(ATTEMPTS_KEPT);
    await db().prisma.webhookDelivery.delete({ where: { id } });
    expect(await db().prisma.webhookAttempt.count({ where: { deliveryId: id } })).toBe(0);
  },
);

import { expect, it } from "vitest";
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
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: resend } = handlersOf("/api/members/webhooks/delivery/resend");
const { GET: read } = handlersOf("/api/members/webhooks/delivery");

useTestDatabase();

/** The longest response that is kept. */
const FULL = "x".repeat(1024);

/** Makes every attempt that is due at a time. The receiver responds with a code and a text. */
async function attempt(at: Date, statusCode: number | null, responseBody: string | null): Promise<void> {
  const error = statusCode === null ? "The connection was refused." : null;
  const nothing = { gone: false, timedOut: false, retryAfterMs: null, error };
  const ok = statusCode !== null && statusCode < 300;
  const post = async () => ({ ...nothing, ok, statusCode, responseBody, durationMs: 5 });
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
  await attempt(at(0), 500, FULL);
  expect(await detailsOf(account, id)).toMatchObject({
    attempts: 1,
    ended: 1,
    responseCode: 500,
    responseBody: FULL,
    earlier: [],
  });
  await attempt(at(10), 503, "");
  const failed = await detailsOf(account, id);
  expect(failed).toMatchObject({ attempts: 2, mostAttempts: 10, ended: 2, responseCode: 503 });
  expect(failed.earlier).toMatchObject([
    {
      url: expect.stringContaining("http"),
      responseCode: 500,
      responseBody: FULL,
      error: null,
      durationMs: 5,
    },
  ]);

  expect(await ask(resend, account, { json: { id } })).toMatchObject({ status: 200 });
  expect(await detailsOf(account, id)).toMatchObject({ attempts: 2, mostAttempts: 12, ended: 2 });
  await attempt(at(20), 204, "");
  const arrived = await detailsOf(account, id);
  expect(arrived).toMatchObject({
    state: "delivered",
    attempts: 3,
    mostAttempts: 12,
    ended: 3,
    responseCode: 204,
  });
  expect(arrived.earlier).toMatchObject([
    { responseCode: 503, responseBody: "" },
    { responseCode: 500, responseBody: FULL },
  ]);
});

it("tells an attempt without an answer from one with an empty one", async () => {
  const account = await testAccount();
  await listen(account.accountId);
  const begun = Date.now();
  const id = await event(account.accountId, { dueAt: new Date(begun) });
  await attempt(new Date(begun), null, null);
  await attempt(new Date(begun + 10_000), 500, "");
  const { earlier, responseBody } = await detailsOf(account, id);
  expect(earlier).toMatchObject([
    { responseCode: null, responseBody: null, error: "The connection was refused." },
  ]);
  expect(responseBody).toBe("");
});

it("writes nothing beside a delivery that arrives at its first attempt", async () => {
  const account = await testAccount();
  await listen(account.accountId);
  const id = await event(account.accountId, { dueAt: new Date() });
  await attempt(new Date(), 200, "thank you");
  const arrived = { state: "delivered", responseBody: "thank you", earlier: [] };
  expect(await detailsOf(account, id)).toMatchObject(arrived);
  expect(await db().prisma.webhookAttempt.count({ where: { deliveryId: id } })).toBe(0);
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
      await attempt(at, 500 + number, `answer ${number}`);
    }
    const { earlier, ended, responseCode } = await detailsOf(account, id);
    expect(ended).toBe(made);
    expect(responseCode).toBe(500 + made - 1);
    expect(earlier.map((kept) => [kept.responseCode, kept.responseBody])).toEqual(
      Array.from({ length: ATTEMPTS_KEPT }, (_, place) => made - 2 - place).map((number) => [
        500 + number,
        `answer ${number}`,
      ]),
    );
    expect(await db().prisma.webhookAttempt.count({ where: { deliveryId: id } })).toBe(ATTEMPTS_KEPT);
    await db().prisma.webhookDelivery.delete({ where: { id } });
    expect(await db().prisma.webhookAttempt.count({ where: { deliveryId: id } })).toBe(0);
  },
);

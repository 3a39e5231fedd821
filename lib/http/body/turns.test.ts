import { expect, it } from "vitest";
import { z } from "zod";
import { POST as send } from "@/app/gateway/sms/out/route";
import { readBalanceOperation } from "@/lib/contracts/gateway/balance";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** An endpoint whose statement takes its time, as one that counts a million rows. */
const slow = route({
  POST: authenticated(
    { ...readBalanceOperation, request: z.object({}), response: z.object({}) } as never,
    async ({ db }) => {
      await db.query(sql`select pg_sleep(0.25)`);
      return {};
    },
  ),
});

it("lets others send while an account's slow requests take all the turns they can get", async () => {
  const [greedy, other] = [await testAccount(), await testAccount()];
  const message = { to: "64211234567", body: "Hello", messageClass: "transactional" };
  const sendOne = () => {
    const { userId, password } = other;
    return call(send, { json: { userId, password, ...message } });
  };
  expect((await sendOne()).status).toBe(200);
  const { userId, password } = greedy;
  let answered = 0;
  const ask = async () => {
    const request = new Request("http://gateway.test/slow", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userId, password }),
    });
    expect((await slow.POST(request)).status).toBe(200);
    answered++;
  };
  await ask();
  answered = 0;
  const asked = Array.from({ length: 40 }, ask);
  const sleeping = () =>
    db().query(
      sql`select 1 from pg_stat_activity where query like '%pg_sleep(0.25)' and pid <> pg_backend_pid() and state = 'active'`,
    );
  await expect.poll(async () => (await sleeping()).length).toBe(2);
  for (let index = 0; index < 5; index++) expect((await sendOne()).status).toBe(200);
  // Were they served in the order they came, most of the slow ones would be answered first.
  expect(answered).toBeLessThan(20);
  await Promise.all(asked);
});

import { describe, expect, it } from "vitest";
import { POST as issueToken } from "@/app/gateway/auth/token/route";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { endSession } from "@/lib/auth/sessions/end-session";
import { noteSeen } from "@/lib/auth/sessions/member";
import { signIn } from "@/lib/auth/sign-in";
import { creditCardPayment } from "@/lib/billing/card-events/credit-card-payment";
import { hashSecret } from "@/lib/crypto/secrets";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { confirmSender } from "@/lib/email-to-sms/senders/confirm-sender";
import { newId, newToken } from "@/lib/ids";
import { recordCall } from "@/lib/integrations/record-call";
import { useTestDatabase } from "@/tests/support/database/database";
import { lockWaits } from "@/tests/support/database/lock-waits";
import { countPooled } from "@/tests/support/database/pooled";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { testIntegration } from "@/tests/support/integration";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { paidSession, STRIPE_SETTINGS } from "@/tests/support/stripe";

useTestDatabase();

/**
 * Fifty equal requests of one caller, and the rows that each of them locks.
 * @property prepare returns one request, and the statement that locks the rows as another server would.
 */
type Case = (account: TestAccount) => Promise<{ ask: (index: number) => Promise<unknown>; lock: Sql }>;

const NOW = new Date();
const PLACE = { address: "203.0.113.9", browser: "", authSecret: TEST_SECRET };
const lockAccount = (accountId: number) => sql`select 1 from accounts where id = ${accountId} for update`;

async function newSession({ accountId }: TestAccount): Promise<string> {
  const id = newId();
  const at = { beganAt: NOW, lastSeenAt: new Date(NOW.getTime() - 3_600_000) };
  const data = { id, accountId, personId: accountId, address: "203.0.113.9", browser: "", ...at };
  await db().prisma.session.create({ data });
  return id;
}

const CASES: Record<string, Case> = {
  "exchanges of one key": async ({ accountId }) => {
    const key = await createApiKey(db(), accountId, { name: "test", expiresAt: null }, NOW);
    const json = { client_id: key.clientId, client_secret: key.clientSecret };
    return {
      ask: async () => expect((await call(issueToken, { json })).status).toBe(200),
      lock: sql`select 1 from api_keys where id = ${key.id}::uuid for update`,
    };
  },
  "exchanges of one key, while the account is locked": async ({ accountId }) => {
    const key = await createApiKey(db(), accountId, { name: "test", expiresAt: null }, NOW);
    const json = { client_id: key.clientId, client_secret: key.clientSecret };
    return {
      ask: async () => expect((await call(issueToken, { json })).status).toBe(200),
      lock: lockAccount(accountId),
    };
  },
  "sign-ins of one person": async ({ accountId, userId: email, password }) => {
    const ask = () => signIn(db(), { email, password, code: undefined }, PLACE, NOW);
    await ask();
    return { ask, lock: sql`select 1 from memberships where person_id = ${accountId} for update` };
  },
  "sign-outs of one session": async (account) => {
    const id = await newSession(account);
    return {
      ask: () => endSession(db(), id, NOW),
      lock: sql`select 1 from sessions where id = ${id}::uuid for update`,
    };
  },
  "uses of one session": async (account) => {
    const { accountId } = account;
    const sessionId = await newSession(account);
    const seen = { seenAt: new Date(0), ownAccountId: accountId, personId: accountId } as never;
    const claims = { sessionId, personId: accountId, sessionVersion: 0 };
    return {
      ask: () => noteSeen(db(), claims, seen, NOW),
      lock: sql`select 1 from sessions where id = ${sessionId}::uuid for update`,
    };
  },
  "confirmations by one link": async ({ accountId }) => {
    const token = newToken();
    const tokenHash = new Uint8Array(hashSecret(token));
    const ends = { tokenHash, tokenEndsAt: new Date(NOW.getTime() + 3_600_000) };
    const sender = `person${accountId}@example.com`;
    await db().prisma.emailSender.create({ data: { accountId, sender, addedAt: NOW, ...ends } });
    return {
      ask: () => confirmSender(db(), token, "203.0.113.9", NOW).catch((error: Error) => error),
      lock: lockAccount(accountId),
    };
  },
  "card payments of one account": async ({ accountId }) => {
    const ask = (index: number) => {
      const session = paidSession(accountId, `pi_${accountId}_${index}`) as never;
      return creditCardPayment(db(), STRIPE_SETTINGS.appUrl, { session, eventId: newId() }, NOW);
    };
    return { ask, lock: lockAccount(accountId) };
  },
  "calls of one integration": async (account) => {
    await testIntegration(account, "crm_a");
    const { accountId } = account;
    const made = {
      accountId,
      kind: "crm_a",
      status: 200,
      result: "Sent",
      recipients: [],
      messageId: null,
    } as const;
    for (let n = 0; n < 101; n++) await recordCall(db(), made, NOW);
    return {
      ask: () => recordCall(db(), made, NOW),
      lock: sql`select 1 from integration_calls where account_id = ${accountId} for update`,
    };
  },
};

describe.each(Object.entries(CASES))("fifty %s at once", (_, prepare) => {
  it("use one connection at most, while another customer is served", async () => {
    const { ask, lock } = await prepare(await testAccount());
    const { userId, password } = await testAccount();
    const others = () => call(balance, { form: { userId, password }, address: "203.0.113.10" });
    expect((await others()).status).toBe(200);
    const pooled = countPooled();
    let answered = 0;
    let asked: Promise<unknown>[] = [];
    await db().transaction(async (tx) => {
      await tx.query(lock);
      asked = Array.from({ length: 50 }, async (_, index) => {
        await ask(index);
        answered++;
      });
      for (let turn = 0; turn < 10; turn++) {
        expect((await others()).status).toBe(200);
        expect(await lockWaits()).toBeLessThanOrEqual(1);
      }
      expect(answered).toBe(0);
    });
    await Promise.all(asked);
    expect(answered).toBe(50);
    // The test's own connection, a look-up and a change of the fifty, and the other customer's two.
    expect(pooled.most).toBeLessThanOrEqual(5);
  });
});

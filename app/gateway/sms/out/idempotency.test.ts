import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import { closeDb } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { awayFrom } from "@/tests/support/database/away-from";
import { useTestDatabase } from "@/tests/support/database/database";
import { unsteadyDatabase } from "@/tests/support/database/unsteady-database";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, sendFrom } from "@/tests/support/server/send";

useTestDatabase();
afterEach(() => vi.useRealTimers());

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n, unicode: true });
});

const send = <Body = SendResponse>(parameters: object, from = account, headers = {}) =>
  sendFrom<Body>(from, parameters, headers);

describe("an Idempotency-Key", () => {
  it("gives the first response again to the same request, and bills once", async () => {
    const own = await testAccount();
    const headers = { "idempotency-key": "order-1" };
    const first = await send({ to: [MOBILE, "bad"] }, own, headers);
    const again = await send({ to: [MOBILE, "bad"] }, own, headers);
    expect(first.headers.get("idempotent-replay")).toBeNull();
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    expect(await messagesOf(own.accountId)).toHaveLength(1);
    expect((await books(own.accountId)).balance).toBe(9_885_000n);
  });

  it("answers 409 to another request, and is another account's own", async () => {
    const own = await testAccount();
    const other = await testAccount();
    const headers = { "idempotency-key": "k" };
    await send({}, own, headers);
    expect(await send({ body: "Other" }, own, headers)).toMatchObject({
      status: 409,
      body: { success: false, code: "idempotency_conflict" },
    });
    expect((await send({ body: "Other" }, other, headers)).status).toBe(200);
  });

  it("bills once when the same request comes many times at once", async () => {
    const own = await testAccount({ balanceMicros: 115_000n });
    const headers = { "idempotency-key": "race" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({}, own, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ headers: h }) => h.get("idempotent-replay") === "true")).toHaveLength(7);
    expect(await books(own.accountId)).toMatchObject({ balance: 0n, ledger: 0n });
  });

  it("gives the first response again when its money is spent, its sender gone and its recipient opted out", async () => {
    const own = await testAccount({ balanceMicros: 115_000n });
    const { accountId } = own;
    const { id } = await accountsDb().prisma.shortcode.create({
      data: { number: "4020", ownerId: accountId },
    });
    const headers = { "idempotency-key": "spent" };
    const request = { from: "4020" };
    const first = await send(request, own, headers);
    expect(first).toMatchObject({ status: 200, body: { from: "4020" } });
    await accountsDb().prisma.shortcode.delete({ where: { id } });
    await accountsDb().prisma.blockedNumber.create({
      data: { accountId, msisdn: MOBILE, keyword: "STOP", blockedAt: new Date() },
    });
    await vi.waitFor(async () => expect((await send(request, own)).status).toBe(403));
    const again = await send(request, own, headers);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    expect(await messagesOf(accountId)).toHaveLength(1);
  });

  it("gives the first response again when the account has no Unicode any more", async () => {
    const own = await testAccount({ unicode: true });
    const headers = { "idempotency-key": "unicode" };
    const request = { body: "Kia ora 🌿", unicode: true };
    const first = await send(request, own, headers);
    expect(first.status).toBe(200);
    await accountsDb().prisma.account.update({
      where: { id: own.accountId },
      data: { unicodeEnabled: false },
    });
    await vi.waitFor(
      async () => expect((await send(request, own)).body).toMatchObject({ code: "unicode_not_enabled" }),
      { timeout: 10_000, interval: 250 },
    );
    const again = await send(request, own, headers);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replay")).toBe("true");
  });

  it("answers 409 to another request that would be refused anyway, or that reaches nobody", async () => {
    const own = await testAccount({ balanceMicros: 115_000n });
    const headers = { "idempotency-key": "other" };
    expect((await send({}, own, headers)).status).toBe(200);
    for (const other of [{ body: "No money is left" }, { from: "9999" }, { to: ["bad"] }]) {
      expect(await send(other, own, headers)).toMatchObject({
        status: 409,
        body: { code: "idempotency_conflict" },
      });
    }
    expect(await messagesOf(own.accountId)).toHaveLength(1);
  });

  it("answers 503 to a repeat whose first response cannot be looked up, whatever else would refuse it", async () => {
    const own = await testAccount({ balanceMicros: 230_000n });
    const headers = { "idempotency-key": "looked-up" };
    const repeat = () => awayFrom("from idempotency_keys", () => send({}, own, headers));
    const first = await send({}, own, headers);
    const repeated = await repeat();
    expect(repeated).toMatchObject({ isAway: true, result: { status: 503, body: { code: "unavailable" } } });
    expect((await send({}, own)).status).toBe(200);
    expect(await repeat()).toMatchObject({ isAway: true, result: { status: 503 } });
    expect((await send({}, own, headers)).text).toBe(first.text);
  });

  it("gives the first response again to many recipients without preparing anything for them", async () => {
    const own = await testAccount({ balanceMicros: 1_000_000_000n });
    const headers = { "idempotency-key": "many" };
    const to = Array.from({ length: 251 }, (_, index) => String(64_211_250_000 + index));
    const first = await send({ to }, own, headers);
    const { result: again, isAway } = await awayFrom("accept_v1", () => send({ to }, own, headers));
    expect(isAway).toBe(false);
    expect(again.text).toBe(first.text);
  });

  it("finds the response where the database's answer to the acceptance is lost, and bills once", async () => {
    const own = await testAccount();
    const url = process.env.DATABASE_URL as string;
    const unsteady = await unsteadyDatabase(url);
    const goBy = async (address: string) => {
      await closeDb();
      process.env.DATABASE_URL = address;
      reloadEnv();
    };
    const headers = { "idempotency-key": "lost" };
    await goBy(unsteady.url);
    unsteady.state.cutAt = "accept_v1";
    // The first request may still be committing when the second one looks it up.
    expect([200, 500]).toContain((await send({}, own, headers)).status);
    await goBy(url);
    await unsteady.close();
    await vi.waitFor(async () => expect(await messagesOf(own.accountId)).toHaveLength(1));
    const again = await send({}, own, headers);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    expect(await books(own.accountId)).toMatchObject({ balance: 9_885_000n, ledger: 9_885_000n });
  });

  it("is not used up by a refusal, and is forgotten after 24 hours", async () => {
    const own = await testAccount({ balanceMicros: 0n });
    const headers = { "idempotency-key": "later" };
    expect((await send({}, own, headers)).status).toBe(403);
    await accountsDb().prisma.account.update({
      where: { id: own.accountId },
      data: { balanceMicros: 1_000_000n },
    });
    const first = await send({}, own, headers);
    expect(first.status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 + 1000 });
    const next = await send({}, own, headers);
    expect(next.headers.get("idempotent-replay")).toBeNull();
    expect(next.body.message_id).not.toBe(first.body.message_id);
  });

  test.each(["", "a b", "é", "x".repeat(256)])(
    "must be visible ASCII of 1 to 255 characters: %j",
    async (key) => {
      const answer = send({}, account, { "idempotency-key": key }).catch(() => ({ status: 400 }));
      expect((await answer).status).toBe(400);
    },
  );
});

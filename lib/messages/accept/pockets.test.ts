import { describe, expect, it, vi } from "vitest";
import { setAccountEnabled } from "@/lib/accounts/set-account-enabled";
import type { Caller } from "@/lib/auth/callers/caller";
import { addKey } from "@/lib/auth/keys/api-keys";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { setPockets } from "@/lib/ledger/pockets";
import { topUp } from "@/lib/ledger/top-up";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import { lookupNumber } from "@/lib/numbers/lookup";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { costing, keyed, kinds, NOW, pocketed, purses, skipping, useHandles } from "@/tests/support/pockets";
import { books, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
const handle = useHandles();

describe("a balance in pockets", () => {
  it("is divided evenly, and put together again", async () => {
    const accountId = await pocketed(1_003n, 4);
    expect(await purses(accountId)).toEqual([203n, 200n, 200n, 200n, 200n]);
    await setPockets(db(), accountId, 2);
    expect(await purses(accountId)).toEqual([335n, 334n, 334n]);
    await setPockets(db(), accountId, 1);
    expect(await purses(accountId)).toEqual([1_003n]);
    for (const wrong of [0, 17, 1.5, Number.NaN])
      await expect(setPockets(db(), accountId, wrong)).rejects.toThrow("An account has 1 to 16 pockets.");
    await expect(setPockets(db(), -1, 2)).rejects.toThrow("There is no such account.");
  });

  it("pays from a free pocket, whoever has the account and the others locked", async () => {
    const accountId = await pocketed(900n, 2);
    const [one, other] = [handle(0), handle(1)];
    // What this process has not seen yet it learns from the account's row.
    expect(await kinds(one, [costing(accountId, 1n)])).toEqual(["accepted"]);
    await other.transaction(async (tx) => {
      await tx.query(sql`select 1 from accounts where id = ${accountId} for update`);
      await tx.query(
        sql`select 1 from account_pockets where account_id = ${accountId} and number = 1 for update`,
      );
      expect(await skipping(one, [keyed(costing(accountId, 200n), "k"), costing(accountId, 100n)])).toEqual([
        "accepted",
        "accepted",
      ]);
      expect(await skipping(one, [costing(accountId, 1n)])).toEqual(["contended"]);
    });
    expect(await purses(accountId)).toEqual([299n, 300n, 0n]);
    expect(await books(accountId)).toMatchObject({ balance: 599n, ledger: 599n });
  });

  it("is gathered where no pocket covers a batch, refused where all of it does not, and spread again", async () => {
    const accountId = await pocketed(900n, 2);
    expect(await kinds(db(), [costing(accountId, 700n)])).toEqual(["accepted"]);
    expect(await purses(accountId)).toEqual([68n, 66n, 66n]);
    expect(
      await kinds(
        db(),
        [150n, 201n, 51n, 50n].map((micros) => costing(accountId, micros)),
      ),
    ).toEqual(["accepted", "insufficient_funds", "insufficient_funds", "accepted"]);
    expect(await purses(accountId)).toEqual([0n, 0n, 0n]);
    expect(await skipping(db(), [costing(accountId, 1n)])).toEqual(["contended"]);
    expect(await kinds(db(), [costing(accountId, 1n), costing(accountId, 0n)])).toEqual([
      "insufficient_funds",
      "accepted",
    ]);
  });

  it("is decided by who waits, once other batches have ended that had pockets", async () => {
    const accountId = await pocketed(300n, 2);
    expect(await kinds(db(), [costing(accountId, 0n)])).toEqual(["accepted"]);
    const { waiting } = await handle(0).transaction(async (tx) => {
      await tx.query(sql`
        update account_pockets set balance_micros = balance_micros - 100 where account_id = ${accountId} and number = 2`);
      await tx.query(sql`update accounts set balance_micros = balance_micros + 100 where id = ${accountId}`);
      const given = { waiting: kinds(db(), [costing(accountId, 300n)]) };
      await someoneWaits();
      return given;
    });
    expect(await waiting).toEqual(["accepted"]);
    expect(await purses(accountId)).toEqual([0n, 0n, 0n]);
  });

  it("claims an idempotency key once, though two pockets pay at once, and waits for nobody in a round", async () => {
    const accountId = await pocketed(10_000n, 8);
    for (const by of [handle(0), handle(1)])
      expect(await kinds(by, [costing(accountId, 1n)])).toEqual(["accepted"]);
    const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
    const batches = Array.from({ length: 12 }, (_, n) => {
      const inOrder = n % 2 === 0 ? keys : keys.toReversed();
      return kinds(
        handle(n),
        inOrder.map((key) => keyed(costing(accountId, 1n), key)),
      );
    });
    const outcomes = (await Promise.all(batches)).flat();
    expect(outcomes.filter((kind) => kind === "accepted")).toHaveLength(keys.length);
    expect(outcomes.filter((kind) => kind === "repeated")).toHaveLength(11 * keys.length);
    expect(await books(accountId)).toMatchObject({ balance: 9_978n, ledger: 9_978n });
  });

  it("pays for nothing any more once its account is disabled", async () => {
    const accountId = await pocketed(10_000n, 2);
    expect(await kinds(db(), [costing(accountId, 1n)])).toEqual(["accepted"]);
    await db().prisma.account.update({ where: { id: accountId }, data: { status: "disabled" } });
    expect(await skipping(db(), [costing(accountId, 1n)])).toEqual(["contended"]);
    expect(await kinds(db(), [costing(accountId, 1n)])).toEqual(["account_closed"]);
    expect(await books(accountId)).toMatchObject({ balance: 9_999n, ledger: 9_999n });
  });

  it("pays for what a person sent, with what is kept of it, and what its key may spend", async () => {
    const accountId = await pocketed(900n, 2);
    const { key } = await addKey(
      db(),
      accountId,
      { name: "Limited", expiresAt: null, dailyLimit: "0.0003" },
      NOW,
    );
    expect(await kinds(db(), [costing(accountId, 1n)])).toEqual(["accepted"]);
    const limited = () => ({ ...costing(accountId, 200n), limitedKeyId: key.id });
    const formed = { ...costing(accountId, 100n), form: { send: { name: "Spring" }, draftId: undefined } };
    expect(await kinds(db(), [limited(), limited(), formed])).toEqual(["accepted", "failed", "accepted"]);
    expect(await db().prisma.bulkSend.count({ where: { accountId } })).toBe(1);
    expect(await books(accountId)).toMatchObject({ balance: 599n, ledger: 599n });
  });

  it("covers a lookup, and refuses one that is more than all of it", async () => {
    const accountId = await pocketed(100n, 4);
    const lookup = (feeMicros: bigint) =>
      lookupNumber(db(), { accountId, hasGst: false } as Caller, { number: "0211234567", feeMicros }, NOW);
    await lookup(15n);
    expect(await purses(accountId)).toEqual([5n, 20n, 20n, 20n, 20n]);
    await lookup(60n);
    expect(await purses(accountId)).toEqual([5n, 5n, 5n, 5n, 5n]);
    await expect(lookup(26n)).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(await books(accountId)).toMatchObject({ balance: 25n, ledger: 25n });
  });

  it("is told of whole where it is topped up", async () => {
    const accountId = await pocketed(100n, 4);
    expect(await topUp(db(), { accountId, amountMicros: 7n, note: "More" }, NOW)).toBe(107n);
  });

  it("is not disabled before what its pockets pay for just then has ended", async () => {
    const accountId = await pocketed(900n, 2);
    expect(await kinds(db(), [costing(accountId, 1n)])).toEqual(["accepted"]);
    const administrator = await testAccount();
    let isDisabled = false;
    const disabling = await handle(0).transaction(async (tx) => {
      await tx.query(sql`
        update account_pockets set balance_micros = balance_micros where account_id = ${accountId} and number = 1`);
      const actor = { accountId: administrator.accountId, address: "203.0.113.7" };
      const ended = setAccountEnabled(db(), { accountId, enabled: false }, actor, NOW).then(() => {
        isDisabled = true;
      });
      await someoneWaits();
      expect(await skipping(handle(1), [costing(accountId, 1n)])).toEqual(["contended"]);
      expect(isDisabled).toBe(false);
      return { ended };
    });
    await disabling.ended;
    expect(isDisabled).toBe(true);
  });

  it("has statements of its own, beside those of other accounts that send at once", async () => {
    const [accountId, other] = [await pocketed(10_000n, 2), (await testAccount()).accountId];
    expect(await kinds(db(), [costing(accountId, 1n)])).toEqual(["accepted"]);
    const asked = vi.spyOn(db(), "query");
    const outcomes = [accountId, other, accountId, other].map((id) =>
      acceptBatcherOf(db()).accept(costing(id, 1n), NOW, () => ""),
    );
    for (const { kind } of await Promise.all(outcomes)) expect(kind).toBe("accepted");
    expect(asked.mock.calls.map(([{ name }]) => name).sort()).toEqual(["accept-pocket", "accept-skip"]);
    asked.mockRestore();
    const three = [other, accountId, other].map((id) => costing(id, 1n));
    expect(await kinds(db(), three)).toEqual(["accepted", "accepted", "accepted"]);
  });
});
